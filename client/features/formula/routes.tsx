import type { Feature } from '#client/crud/pages/feature.ts';
import { makeEntityPage } from '#client/crud/pages/make-entity-page.ts';
import { lazyComponent } from '#client/kit/pages/lazy-component.ts';

const ExpressionInput = lazyComponent('ExpressionInput', () => import('./expression-input.tsx'));

export const pages = {
  formula: makeEntityPage('formula', { icon: 'formula', inputs: { expression: ExpressionInput } }),
} satisfies Feature['pages'];
