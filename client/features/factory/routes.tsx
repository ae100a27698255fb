import type { Feature } from '#client/crud/pages/feature.ts';
import { makeEntityPage } from '#client/crud/pages/make-entity-page.ts';
import { fetchWhenDrawn } from '#client/kit/lazy/fetch-when-drawn.tsx';

const ZoneInput = fetchWhenDrawn('ZoneInput', () => import('./zone-input.tsx'));
const FactoryActions = fetchWhenDrawn('FactoryActions', () => import('./factory-actions.tsx'));

export const pages = {
  factory: makeEntityPage('factory', {
    icon: 'factory',
    single: true,
    inputs: { zone: ZoneInput },
    actions: FactoryActions,
  }),
} satisfies Feature['pages'];
