import { number } from '#shared/kernel/fields.ts';
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
export const reportCountColumn = {
  field: number({ required: true, decimals: 0, min: 0, label: 'reportCount' }),
  label: 'reportCount',
  total: true,
} as const;
