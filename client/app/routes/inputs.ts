import type { ComponentType } from 'react';
import { fetchWhenDrawn } from '#client/kit/lazy/fetch-when-drawn.tsx';
import type { InputProps } from '#client/kit/fields/input-props.ts';

const input = <K extends string>(name: K, load: () => Promise<{ [name in K]: ComponentType<InputProps> }>) =>
  fetchWhenDrawn(name, load);

/** Inputs of single fields that are written by hand; each is downloaded when its page is first opened. */
export const inputs = {
  shifts: input('ShiftsInput', () => import('#client/features/calendar/shifts-input.tsx')),
  breaks: input('BreaksInput', () => import('#client/features/calendar/breaks-input.tsx')),
  shiftName: input('ShiftNameInput', () => import('#client/features/calendar/shift-name-input.tsx')),
  weekday: input('WeekdayInput', () => import('#client/features/calendar/weekday-input.tsx')),
  date: input('HolidayDateInput', () => import('#client/features/calendar/holiday-date-input.tsx')),
  permissions: input('PermissionsInput', () => import('#client/features/role/permissions-input.tsx')),
  zone: input('ZoneInput', () => import('#client/features/factory/zone-input.tsx')),
  groupCapacity: input('CapacityInput', () => import('#client/features/group/capacity-input.tsx')),
  planNodes: input('PlanNodesInput', () => import('#client/features/plan/plan-nodes-input.tsx')),
  expression: input('ExpressionInput', () => import('#client/features/formula/expression-input.tsx')),
  callType: input('CallTypeInput', () => import('#client/features/andon/call-type-input.tsx')),
  region: input('RegionInput', () => import('#client/features/offline/region-input.tsx')),
  answers: input('AnswersInput', () => import('#client/features/custom-form/answers-input.tsx')),
} as const;
