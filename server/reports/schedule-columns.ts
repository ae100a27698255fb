import { date, number } from '#shared/kernel/fields.ts';
import type { TermKey } from '#shared/terms/index.ts';

const makeRemainingColumn = <const L extends TermKey>(label: L) =>
  ({ field: number({ unit: 'seconds', decimals: 0, min: 0 }), label, total: true }) as const;

/** The columns for the remaining work. They are empty if the remaining work is not known. */
export const remainingColumns = {
  remainingManSeconds: makeRemainingColumn('manHoursLeft'),
  remainingDeviceSeconds: makeRemainingColumn('machineHoursLeft'),
} as const;

/** The columns for the projected end according to the applied plan, and for the days of delay. */
export const projectedColumns = {
  projectedEnd: { field: date(), label: 'projectedDay' },
  lateDays: { field: number({ required: true, unit: 'days', decimals: 0, min: 0 }), label: 'dayDelay' },
} as const;

/** Converts minutes to seconds; null stays null. */
export const toSeconds = (minutes: number | null): number | null => (minutes === null ? null : minutes * 60);
