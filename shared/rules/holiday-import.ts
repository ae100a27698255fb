/** The countries and regions whose official calendars can be imported. */
export const OFFICIAL_CALENDARS = ['CN', 'TW', 'JP'] as const;
export type OfficialCalendar = (typeof OFFICIAL_CALENDARS)[number];

/** A day of an official calendar, with the fields of a holiday. */
export interface OfficialDay {
  readonly date: string;
  readonly kind: 'statutory' | 'makeUpWorkday';
  readonly name: string;
}

export interface DatedHoliday {
  readonly id: number;
  readonly date: string;
  readonly kind: string;
  readonly name: string;
}

export interface HolidayChanges {
  readonly add: OfficialDay[];
  readonly change: { readonly from: DatedHoliday; readonly to: OfficialDay }[];
  /** The number of days that need no change. */
  readonly same: number;
}

/**
 * Finds the changes that are needed so that the stored holidays contain an official calendar. If the calendar has two
 * entries for a day, the last entry is used.
 */
export function compareHolidays(
  officialDays: readonly OfficialDay[],
  storedHolidays: readonly DatedHoliday[],
): HolidayChanges {
  const storedHolidayByDate = new Map(storedHolidays.map((day) => [day.date, day]));
  const officialDayByDate = new Map(officialDays.map((day) => [day.date, day]));
  const addedDays: OfficialDay[] = [];
  const changedDays: { from: DatedHoliday; to: OfficialDay }[] = [];
  for (const to of [...officialDayByDate.values()].sort((a, b) => a.date.localeCompare(b.date))) {
    const from = storedHolidayByDate.get(to.date);
    if (!from) addedDays.push(to);
    else if (from.kind !== to.kind || from.name !== to.name) changedDays.push({ from, to });
  }
  return {
    add: addedDays,
    change: changedDays,
    same: officialDayByDate.size - addedDays.length - changedDays.length,
  };
}
