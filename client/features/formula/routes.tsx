import type { Feature } from '#client/crud/pages/feature.ts';
import { makeEntityPage } from '#client/crud/pages/make-entity-page.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';

const ExpressionInput = fetchOnFirstRender('ExpressionInput', () => import('./expression-input.tsx'));

export const pages = {
  formula: makeEntityPage('formula', { icon: 'formula', inputs: { expression: ExpressionInput } }),
} satisfies Feature['pages'];
