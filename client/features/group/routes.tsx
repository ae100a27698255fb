import type { Feature } from '#client/crud/pages/feature.ts';
import { makeEntityPage } from '#client/crud/pages/make-entity-page.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';

const CapacityInput = fetchOnFirstRender('CapacityInput', () => import('./capacity-input.tsx'));

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
