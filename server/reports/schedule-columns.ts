import { date, number } from '#shared/kernel/fields.ts';

/** The words of the columns below. */
export const SCHEDULE_WORDS = {
  remainingManSeconds: ['剩余人工', 'Man-hours left', '剩餘人工', '残り人工'],
  remainingDeviceSeconds: ['剩余机时', 'Machine hours left', '剩餘機時', '残り機械時間'],
  projectedEnd: ['预计结束', 'Projected end', '預計結束', '終了見込み'],
  daysLate: ['延误', 'Late', '延誤', '遅れ'],
} as const;

const makeRemainingColumn = <const L extends string>(label: L) =>
  ({ field: number({ unit: 'seconds', decimals: 0, min: 0 }), label, total: true }) as const;

/** The columns for the work that is left. They are empty if it is not known. */
export const remainingColumns = {
  remainingManSeconds: makeRemainingColumn('remainingManSeconds'),
  remainingDeviceSeconds: makeRemainingColumn('remainingDeviceSeconds'),
} as const;

/** The columns for the day of the applied plan, and for the days of delay. */
export const projectedColumns = {
  projectedEnd: { field: date(), label: 'projectedEnd' },
  lateDays: { field: number({ required: true, unit: 'days', decimals: 0, min: 0 }), label: 'daysLate' },
} as const;

/** Converts minutes to seconds; null stays null. */
export const toSeconds = (minutes: number | null): number | null => (minutes === null ? null : minutes * 60);
