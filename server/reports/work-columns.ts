import { number, quantity } from '#shared/kernel/fields.ts';
import type { TermKey } from '#shared/terms/index.ts';

/** Time in whole seconds that adds up. */
export const secondsColumn = <L extends TermKey>(label: L) =>
  ({
    field: number({ required: true, unit: 'seconds', decimals: 0, min: 0, label }),
    label,
    total: true,
  }) as const;

/** A percentage; of several rows it is not the sum. */
export const shareColumn = <L extends TermKey>(label: L) =>
  ({ field: number({ unit: 'percent', decimals: 1, min: 0, label }), label }) as const;

/** How many reports stand behind a row. */
const reportCountColumn = {
  field: number({ required: true, decimals: 0, min: 0, label: 'reportCount' }),
  label: 'reportCount',
  total: true,
} as const;

/** What came out of the work, and what it was worth in standard time. */
export const resultColumns = {
  good: { field: quantity({ required: true }), label: 'good', total: true },
  scrap: { field: quantity({ required: true }), label: 'scrap', total: true },
  rework: { field: quantity({ required: true }), label: 'rework', total: true },
  hold: { field: quantity({ required: true }), label: 'hold', total: true },
  earnedSeconds: {
    field: number({ unit: 'seconds', decimals: 0, label: 'earnedTime' }),
    label: 'earnedTime',
    total: true,
  },
} as const;

/** How often somebody or something was at work in a day, for how long at what, and what came out of it. */
export const dayColumns = {
  reportCount: reportCountColumn,
  seconds: secondsColumn('totalTime'),
  preparationSeconds: secondsColumn('preparationTime'),
  runSeconds: secondsColumn('runTime'),
  stopSeconds: secondsColumn('stopTime'),
  ...resultColumns,
  efficiency: shareColumn('efficiency'),
} as const;
