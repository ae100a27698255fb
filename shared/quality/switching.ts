import { findCodeLetter, findTabledPlan, type PlannedInspection } from './sampling.ts';
import { AQLS, type InspectionLevel, type Severity } from './sampling-tables.ts';

/** The data of an inspected lot that the switching rules need. The lot was inspected with sampling by AQL. */
export interface InspectedLot {
  batchQuantity: number;
  /**
   * The severity with which the lot was inspected. A lot with reduced severity also shows that reduced
   * inspection was approved at that time.
   */
  severity: Severity;
  acceptNumber: number;
  badCount: number;
  isAccepted: boolean;
  /** Whether the lot was released although it failed. If sampling was discontinued, the release resumes it. */
  isReleased: boolean;
}

/** Tells how the next lot is inspected. */
export interface Switching {
  severity: Severity;
  /** The switching score (ISO 2859-1, 9.3.3.2), which counts towards reduced inspection. */
  score: number;
  /** Whether sampling is discontinued (9.4): five lots were not accepted on tightened inspection. */
  isDiscontinued: boolean;
}

const REDUCED_SCORE = 30;
const TIGHTENED_WINDOW = 5;
const MAX_FAILED_ON_TIGHTENED = 5;

/**
 * Whether a lot would also have been accepted with the next smaller acceptance quality limit. The answer is
 * no if the plan of that limit has another sample size.
 */
function isAcceptedOneStepTighter(lot: InspectedLot, aql: number, level: InspectionLevel): boolean {
  const tighterAql = AQLS[AQLS.findIndex((tabled) => tabled === aql) - 1];
  if (tighterAql === undefined) return lot.badCount === 0;
  const letter = findCodeLetter(lot.batchQuantity, level);
  const usedPlan = findTabledPlan(letter, aql, 'normalInspection');
  const tighterPlan = findTabledPlan(letter, tighterAql, 'normalInspection');
  return tighterPlan.sampleCount === usedPlan.sampleCount && lot.badCount <= tighterPlan.acceptNumber;
}

/** Returns the switching score after a lot on normal inspection. */
function addToScore(score: number, lot: InspectedLot, aql: number, level: InspectionLevel): number {
  if (!lot.isAccepted) return 0;
  if (lot.acceptNumber <= 1) return score + 2;
  return isAcceptedOneStepTighter(lot, aql, level) ? score + 3 : 0;
}

/**
 * Applies the switching rules of ISO 2859-1 (9.3 and 9.4) to the lots that were inspected, the oldest first.
 * - Normal to tightened: two of five or fewer consecutive lots were not accepted.
 * - Tightened to normal: five consecutive lots were accepted.
 * - Normal to reduced: the switching score is 30, production is steady and reduced inspection is approved.
 * - Reduced to normal: a lot was not accepted, or the approval has ended. The score then starts at 0 again, so a new
 *   approval needs 30 points again.
 * - Discontinued: five lots were not accepted on tightened inspection. The release of a failed lot resumes sampling, on
 *   tightened inspection.
 */
export function applySwitchingRules(
  lots: readonly InspectedLot[],
  {
    aql,
    inspectionLevel,
    reducedApproved,
  }: Pick<PlannedInspection, 'aql' | 'inspectionLevel' | 'reducedApproved'>,
): Switching {
  const level = inspectionLevel ?? 'levelII';
  let severity = 'normalInspection' as Severity;
  let score = 0;
  let failedOnTightened = 0;
  /** For each lot since the last switch, whether it was accepted; the newest lot is last. */
  let verdicts: boolean[] = [];
  const switchTo = (next: Severity) => {
    severity = next;
    score = 0;
    failedOnTightened = 0;
    verdicts = [];
  };
  /**
   * Whether reduced inspection was approved after a lot. The severity of the next lot shows this. For the last lot,
   * `reducedApproved` of the procedure counts.
   */
  const isApprovedAfter = (index: number): boolean =>
    lots[index + 1] ? lots[index + 1]!.severity === 'reducedInspection' : reducedApproved;
  lots.forEach((lot, index) => {
    verdicts.push(lot.isAccepted);
    const lastFive = verdicts.slice(-TIGHTENED_WINDOW);
    if (severity === 'normalInspection') {
      score = addToScore(score, lot, aql!, level);
      if (lastFive.filter((isAccepted) => !isAccepted).length >= 2) switchTo('tightenedInspection');
      else if (score >= REDUCED_SCORE && isApprovedAfter(index)) switchTo('reducedInspection');
    } else if (severity === 'tightenedInspection') {
      if (!lot.isAccepted) failedOnTightened += 1;
      if (failedOnTightened >= MAX_FAILED_ON_TIGHTENED) {
        if (lot.isReleased) switchTo('tightenedInspection');
      } else if (lastFive.length === TIGHTENED_WINDOW && lastFive.every(Boolean)) {
        switchTo('normalInspection');
      }
    } else if (!lot.isAccepted || !isApprovedAfter(index)) switchTo('normalInspection');
  });
  return { severity, score, isDiscontinued: failedOnTightened >= MAX_FAILED_ON_TIGHTENED };
}
