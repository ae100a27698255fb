import type { Feature } from '#client/crud/pages/feature.ts';
import { makeEntityPage } from '#client/crud/pages/make-entity-page.ts';
import { fetchWhenDrawn } from '#client/kit/lazy/fetch-when-drawn.tsx';

const RatesToday = fetchWhenDrawn('RatesToday', () => import('./rates-today.tsx'));

export const pages = {
  costType: makeEntityPage('costType', {
    icon: 'cost',
    cells: { rates: (row) => <RatesToday row={row} /> },
  }),
  costShareSetting: makeEntityPage('costShareSetting', { icon: 'share' }),
} satisfies Feature['pages'];
