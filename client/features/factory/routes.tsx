import type { Feature } from '#client/crud/pages/feature.ts';
import { makeEntityPage } from '#client/crud/pages/make-entity-page.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';

const ZoneInput = fetchOnFirstRender('ZoneInput', () => import('./zone-input.tsx'));
const FactoryActions = fetchOnFirstRender('FactoryActions', () => import('./factory-actions.tsx'));

export const pages = {
  factory: makeEntityPage('factory', {
    icon: 'factory',
    isSingle: true,
    inputs: { zone: ZoneInput },
    actions: FactoryActions,
  }),
} satisfies Feature['pages'];
