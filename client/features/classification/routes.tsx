import type { Feature } from '#client/crud/pages/feature.ts';
import { makeEntityPage } from '#client/crud/pages/make-entity-page.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';

const ClassificationScreen = fetchOnFirstRender(
  'ClassificationScreen',
  () => import('./classification-screen.tsx'),
);

export const pages = {
  classification: makeEntityPage('classification', { list: ClassificationScreen }),
} satisfies Feature['pages'];
