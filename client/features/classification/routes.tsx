import type { Feature } from '#client/crud/pages/feature.ts';
import { makeEntityPage } from '#client/crud/pages/make-entity-page.ts';
import { fetchWhenDrawn } from '#client/kit/lazy/fetch-when-drawn.tsx';

const ClassificationScreen = fetchWhenDrawn(
  'ClassificationScreen',
  () => import('./classification-screen.tsx'),
);

export const pages = {
  classification: makeEntityPage('classification', { list: ClassificationScreen }),
} satisfies Feature['pages'];
