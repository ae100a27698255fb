import { lazy, type ComponentType } from 'react';
import type { InputProps } from '#client/kit/fields/input-props.ts';

const input = <K extends string>(name: K, load: () => Promise<{ [name in K]: ComponentType<InputProps> }>) =>
  lazy(async () => ({ default: (await load())[name] }));

/** Inputs of single fields that are written by hand; each is downloaded when its page is first opened. */
export const inputs = {
  shifts: input('ShiftsInput', () => import('#client/features/calendar/shifts-input.tsx')),
  breaks: input('BreaksInput', () => import('#client/features/calendar/breaks-input.tsx')),
  shiftName: input('ShiftNameInput', () => import('#client/features/calendar/shift-name-input.tsx')),
  weekday: input('WeekdayInput', () => import('#client/features/calendar/weekday-input.tsx')),
  date: input('HolidayDateInput', () => import('#client/features/calendar/holiday-date-input.tsx')),
  permissions: input('PermissionsInput', () => import('#client/features/role/permissions-input.tsx')),
  callType: input('CallTypeInput', () => import('#client/features/andon/call-type-input.tsx')),
} as const;
