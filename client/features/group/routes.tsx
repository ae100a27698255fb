import type { Feature } from '#client/crud/pages/feature.ts';
import { makeEntityPage } from '#client/crud/pages/make-entity-page.ts';
import { fetchWhenDrawn } from '#client/kit/lazy/fetch-when-drawn.tsx';

const CapacityInput = fetchWhenDrawn('CapacityInput', () => import('./capacity-input.tsx'));

export const pages = {
  workGroup: makeEntityPage('workGroup', {
    icon: 'group',
    inputs: {
      normalCapacity: CapacityInput,
      maximumCapacity: CapacityInput,
      budgetCapacity: CapacityInput,
    },
  }),
} satisfies Feature['pages'];
