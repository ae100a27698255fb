import type { Feature } from '#client/crud/pages/feature.ts';
import { makeEntityPage } from '#client/crud/pages/make-entity-page.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';

const AnswersInput = fetchOnFirstRender('AnswersInput', () => import('./answers-input.tsx'));
const RecordActions = fetchOnFirstRender('RecordActions', () => import('./record-actions.tsx'));

export const pages = {
  customForm: makeEntityPage('customForm', { icon: 'record' }),
  customRecord: makeEntityPage('customRecord', {
    icon: 'record',
    listPath: '/record',
    inputs: { answers: AnswersInput },
    actions: RecordActions,
  }),
} satisfies Feature['pages'];
