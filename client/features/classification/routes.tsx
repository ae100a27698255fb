import type { Feature } from '#client/crud/pages/feature.ts';
import { makeEntityPage } from '#client/crud/pages/make-entity-page.ts';
import { lazyComponent } from '#client/kit/pages/lazy-component.ts';

const ClassifyScreen = lazyComponent('ClassifyScreen', () => import('./classification-screen.tsx'));

export const pages = {
  classification: makeEntityPage('classification', { list: ClassifyScreen }),
} satisfies Feature['pages'];
