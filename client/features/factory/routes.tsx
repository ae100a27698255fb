import type { Feature } from '#client/crud/pages/feature.ts';
import { makeEntityPage } from '#client/crud/pages/make-entity-page.ts';
import { lazyComponent } from '#client/kit/pages/lazy-component.ts';

const ZoneInput = lazyComponent('ZoneInput', () => import('./zone-input.tsx'));
const FactoryActions = lazyComponent('FactoryActions', () => import('./factory-actions.tsx'));

export const pages = {
  factory: makeEntityPage('factory', {
    icon: 'factory',
    single: true,
    inputs: { zone: ZoneInput },
    actions: FactoryActions,
  }),
} satisfies Feature['pages'];
