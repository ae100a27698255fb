import { EntityListRoute } from '#client/crud/pages/entity-list-route.tsx';
import { listHandle } from '#client/crud/pages/entity-routes.tsx';
import type { Feature } from '#client/crud/pages/feature.ts';
import { makeEntityPage } from '#client/crud/pages/make-entity-page.ts';
import { fetchWhenDrawn } from '#client/kit/lazy/fetch-when-drawn.tsx';
import type { PageRoute } from '#client/kit/pages/page-handle.ts';
import { PageTabs } from '#client/kit/pages/page-tabs.tsx';

const HolidayYearScreen = fetchWhenDrawn('HolidayYearScreen', () => import('./holiday-year-screen.tsx'));
const ClassTableRosters = fetchWhenDrawn('ClassTableRosters', () => import('./class-table-rosters.tsx'));
const ShiftsInput = fetchWhenDrawn('ShiftsInput', () => import('./shifts-input.tsx'));
const BreaksInput = fetchWhenDrawn('BreaksInput', () => import('./breaks-input.tsx'));
const ShiftNameInput = fetchWhenDrawn('ShiftNameInput', () => import('./shift-name-input.tsx'));
const WeekdayInput = fetchWhenDrawn('WeekdayInput', () => import('./weekday-input.tsx'));
const HolidayDateInput = fetchWhenDrawn('HolidayDateInput', () => import('./holiday-date-input.tsx'));

const YEAR = '/system/holiday';
const LIST = `${YEAR}/list`;

/** Shows the tabs of the two holiday views: the days of a year, and the list of all holidays. */
function HolidayTabs() {
  return (
    <PageTabs
      label="holidays"
      tabs={[
        { path: YEAR, title: 'yearView', end: true },
        { path: LIST, title: 'listView' },
      ]}
    />
  );
}

export const pages = {
  classTable: makeEntityPage('classTable', {
    icon: 'shifts',
    inputs: { shifts: ShiftsInput, breaks: BreaksInput },
    actions: ClassTableRosters,
  }),
  roster: makeEntityPage('roster', { icon: 'roster', inputs: { shiftName: ShiftNameInput } }),
  holiday: makeEntityPage('holiday', {
    icon: 'holiday',
    list: () => <HolidayYearScreen tabs={<HolidayTabs />} />,
    tabs: HolidayTabs,
    inputs: { weekday: WeekdayInput, date: HolidayDateInput },
  }),
} satisfies Feature['pages'];

export const routes: readonly PageRoute[] = [
  {
    path: LIST,
    element: <EntityListRoute page={pages.holiday} />,
    handle: { ...listHandle(pages.holiday), path: YEAR },
  },
];
