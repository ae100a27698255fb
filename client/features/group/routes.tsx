import type { Feature } from '#client/crud/pages/feature.ts';
import { makeEntityPage } from '#client/crud/pages/make-entity-page.ts';
import { lazyComponent } from '#client/kit/pages/lazy-component.ts';

const CapacityInput = lazyComponent('CapacityInput', () => import('./capacity-input.tsx'));

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
