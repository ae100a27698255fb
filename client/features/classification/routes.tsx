import type { Feature } from '#client/crud/pages/feature.ts';
import { makeEntityPage } from '#client/crud/pages/make-entity-page.ts';
import { lazyComponent } from '#client/kit/pages/lazy-component.ts';

const ClassificationScreen = lazyComponent(
  'ClassificationScreen',
  () => import('./classification-screen.tsx'),
);

export const pages = {
  classification: makeEntityPage('classification', { list: ClassificationScreen }),
} satisfies Feature['pages'];
