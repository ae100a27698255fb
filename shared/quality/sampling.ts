import type { InspectionKind, Sampling } from '../entities/inspection-plan-fields.ts';
import {
  AQLS,
  CODE_LETTER_ROWS,
  MASTER_TABLE_ROWS,
  type InspectionLevel,
  type Severity,
} from './sampling-tables.ts';

/** An inspection that a procedure demands, with its sampling. */
export interface PlannedInspection {
  inspectionKind: InspectionKind;
  everyPieces: number | null;
  everyMinutes: number | null;
  sampling: Sampling;
  sampleCount: number | null;
  samplePercent: number | null;
  acceptNumber: number | null;
  aql: number | null;
  inspectionLevel: InspectionLevel | null;
  reducedApproved: boolean;
}

/** How many pieces of a batch are inspected, and with how many bad pieces the batch is still accepted. */
export interface SamplingPlan {
  sampleCount: number;
  acceptNumber: number;
}

const DEFAULT_LEVEL: InspectionLevel = 'levelII';

/** Finds the code letter of a lot in table 1 of ISO 2859-1. */
export const findCodeLetter = (lotSize: number, level: InspectionLevel): string =>
  CODE_LETTER_ROWS.find(({ maxLot }) => lotSize <= maxLot)!.letters[level];

/** Whether the tables of ISO 2859-1 contain an acceptance quality limit. */
export const isTabledAql = (aql: number): boolean => AQLS.some((tabledAql) => tabledAql === aql);

/**
 * Finds the sampling plan of a code letter in the table of a severity. Where the table has an arrow, the plan
 * comes from the next row in the direction of the arrow, including the sample size of that row.
 */
export function findTabledPlan(letter: string, aql: number, severity: Severity): SamplingPlan {
  const rows = MASTER_TABLE_ROWS[severity];
  const column = AQLS.findIndex((tabledAql) => tabledAql === aql);
  let index = rows.findIndex((row) => row.letter === letter);
  for (;;) {
    const { sampleSize, cells } = rows[index]!;
    const cell = cells[column]!;
    if (typeof cell === 'number') return { sampleCount: sampleSize, acceptNumber: cell };
    index += cell === '↓' ? 1 : -1;
  }
}

/**
 * Plans the sample of a batch by AQL. If the planned sample is larger than the batch, the whole batch is the
 * sample.
 */
function planByAql(
  batchQuantity: number,
  { aql, inspectionLevel }: Pick<PlannedInspection, 'aql' | 'inspectionLevel'>,
  severity: Severity,
): SamplingPlan {
  const letter = findCodeLetter(batchQuantity, inspectionLevel ?? DEFAULT_LEVEL);
  const plan = findTabledPlan(letter, aql!, severity);
  return { ...plan, sampleCount: Math.min(plan.sampleCount, Math.max(1, Math.floor(batchQuantity))) };
}

/**
 * Decides how many pieces of a batch are inspected, at least one.
 * @param severity the severity of sampling by AQL; the other ways of sampling ignore it
 */
export function planSample(
  planned: PlannedInspection,
  batchQuantity: number,
  severity: Severity = 'normalInspection',
): SamplingPlan {
  const maxCount = Math.max(1, Math.floor(batchQuantity));
  const acceptNumber = planned.acceptNumber ?? 0;
  switch (planned.sampling) {
    case 'sampleAll':
      return { sampleCount: maxCount, acceptNumber };
    case 'sampleFixed':
      return { sampleCount: Math.min(planned.sampleCount ?? 1, maxCount), acceptNumber };
    case 'samplePercentage': {
      // The share is rounded first. Otherwise the binary value of 7 % of 100 would be above 7, and 8 pieces
      // would be inspected.
      const share = Number(((batchQuantity * (planned.samplePercent ?? 100)) / 100).toFixed(6));
      return { sampleCount: Math.min(Math.max(1, Math.ceil(share)), maxCount), acceptNumber };
    }
    case 'sampleAql':
      return planByAql(batchQuantity, planned, severity);
  }
}
