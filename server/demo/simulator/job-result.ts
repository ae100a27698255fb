import type { FactoryCopy } from './factory.ts';
import type { StartedReport } from './job.ts';
import type { RandomGenerator } from './random.ts';

/** The probability of scrap, and of rework, in a report on an average day. */
const SCRAP_PROBABILITY = 0.06;
const REWORK_PROBABILITY = 0.02;

/** The result of a job, in the form of the input of a report. */
interface JobResult {
  kind: 'finish' | 'unfinished';
  good: number;
  scrap?: number;
  rework?: number;
  errorClassId?: number;
  scrapReasonId?: number;
}

/**
 * Chooses the result of a job. Usually all pieces are good. Sometimes fewer pieces are made, and on bad days there is
 * more scrap and rework.
 * @param timeShare the share of the planned time that has passed
 */
export function chooseJobResult(
  job: StartedReport,
  timeShare: number,
  difficulty: number,
  random: RandomGenerator,
  { errorClasses, scrapReasonIds }: FactoryCopy['masterData'],
): JobResult {
  if (job.isPreparation) return { kind: 'unfinished', good: 0 };
  const isComplete = timeShare >= 0.99 && !random.pickBoolean(0.12);
  const share = isComplete ? 1 : timeShare >= 0.99 ? random.pickBetween(0.5, 0.9) : timeShare;
  const madeQuantity = isComplete ? job.quantity : Math.floor(job.quantity * share);
  if (madeQuantity < 1) return { kind: 'unfinished', good: 0 };
  const scrap = madeQuantity > 1 && random.pickBoolean(SCRAP_PROBABILITY * difficulty) ? 1 : 0;
  const rework =
    scrap === 0 && madeQuantity > 2 && random.pickBoolean(REWORK_PROBABILITY * difficulty) ? 1 : 0;
  return {
    kind: madeQuantity >= job.quantity ? 'finish' : 'unfinished',
    good: madeQuantity - scrap - rework,
    scrap,
    rework,
    ...(scrap + rework > 0 ? { errorClassId: random.pickOne(errorClasses) } : {}),
    ...(scrap > 0 ? { scrapReasonId: random.pickOne(scrapReasonIds) } : {}),
  };
}
