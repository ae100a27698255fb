import type { Feature } from '#client/crud/pages/feature.ts';
import { makeEntityPage } from '#client/crud/pages/make-entity-page.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';

const RatesToday = fetchOnFirstRender('RatesToday', () => import('./rates-today.tsx'));

export const pages = {
  costType: makeEntityPage('costType', {
    icon: 'cost',
    cells: { rates: (row) => <RatesToday row={row} names={['deviceHourRate', 'manHourRate']} /> },
  }),
  wageGrade: makeEntityPage('wageGrade', {
    icon: 'money',
    cells: { rates: (row) => <RatesToday row={row} names={['hourRate']} /> },
  }),
  wageSetting: makeEntityPage('wageSetting', { icon: 'form', isSingle: true }),
  costShareSetting: makeEntityPage('costShareSetting', { icon: 'share' }),
} satisfies Feature['pages'];
