import { EntityListRoute } from '#client/crud/pages/entity-list-route.tsx';
import { makeListHandle } from '#client/crud/pages/entity-routes.tsx';
import type { Feature } from '#client/crud/pages/feature.ts';
import { makeEntityPage } from '#client/crud/pages/make-entity-page.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import type { PageRoute } from '#client/kit/pages/page-handle.ts';
import { formatShifts, formatTimeSpans } from './shift-words.ts';
import { PageTabs } from '#client/kit/pages/page-tabs.tsx';

const HolidayYearScreen = fetchOnFirstRender('HolidayYearScreen', () => import('./holiday-year-screen.tsx'));
const ClassTableRosters = fetchOnFirstRender('ClassTableRosters', () => import('./class-table-rosters.tsx'));
const ShiftsInput = fetchOnFirstRender('ShiftsInput', () => import('./shifts-input.tsx'));
const BreaksInput = fetchOnFirstRender('BreaksInput', () => import('./breaks-input.tsx'));
const ShiftNameInput = fetchOnFirstRender('ShiftNameInput', () => import('./shift-name-input.tsx'));
const WeekdayInput = fetchOnFirstRender('WeekdayInput', () => import('./weekday-input.tsx'));
const HolidayDateInput = fetchOnFirstRender('HolidayDateInput', () => import('./holiday-date-input.tsx'));

const HOLIDAY_YEAR_PATH = '/system/holiday';
const HOLIDAY_LIST_PATH = `${HOLIDAY_YEAR_PATH}/list`;

/** Shows the tabs of the two holiday views: the days of a year, and the list of all holidays. */
function HolidayTabs() {
  return (
    <PageTabs
      label="holidays"
      tabs={[
        { path: HOLIDAY_YEAR_PATH, title: 'yearView', end: true },
        { path: HOLIDAY_LIST_PATH, title: 'listView' },
      ]}
    />
  );
}

export const pages = {
  classTable: makeEntityPage('classTable', {
    icon: 'shifts',
    inputs: { shifts: ShiftsInput, breaks: BreaksInput },
    cells: { shifts: (row) => formatShifts(row['shifts']), breaks: (row) => formatTimeSpans(row['breaks']) },
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
    path: HOLIDAY_LIST_PATH,
    element: <EntityListRoute page={pages.holiday} />,
    handle: { ...makeListHandle(pages.holiday), path: HOLIDAY_YEAR_PATH },
  },
];
