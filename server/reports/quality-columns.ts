import { number, quantity } from '#shared/kernel/fields.ts';
import type { ReportPeriodLimits } from '#shared/kernel/report.ts';

/**
 * The limits of the period of a report about exceptions. Exceptions are rarer than work reports, so longer
 * periods are allowed.
 */
export const QUALITY_PERIOD_LIMITS = { days: 30, most: 366 } as const satisfies ReportPeriodLimits;

/**
 * The produced and the bad pieces of a period. The ratios are in percent of the produced pieces; null if
 * nothing was produced.
 */
export interface BadPieceRow {
  produced: number;
  scrap: number;
  rework: number;
  concession: number;
  scrapRatio: number | null;
  reworkRatio: number | null;
  firstPassYield: number | null;
}

/**
 * The scrap of a period can be negative, because an exception can take pieces that were scrapped in an
 * earlier period.
 */
const signedQuantityField = quantity({ required: true, min: -9_999_999_999 });
const signedPercentField = number({ unit: 'percent', decimals: 1, min: -9_999_999_999 });

export const badPieceColumns = {
  produced: { field: quantity({ required: true }), label: 'producedPieces' },
  scrap: { field: signedQuantityField, label: 'scrap' },
  rework: { field: signedQuantityField, label: 'rework' },
  concession: { field: signedQuantityField, label: 'concession' },
  scrapRatio: { field: signedPercentField, label: 'scrapRate' },
  reworkRatio: { field: signedPercentField, label: 'reworkRate' },
  firstPassYield: { field: signedPercentField, label: 'firstPassYield' },
} as const;
