import { makeError } from '#shared/kernel/errors.ts';
import { analyseByAnova } from '#shared/msa/anova.ts';
import { arrangeStudyValues } from '#shared/msa/study.ts';
import { refuseStale } from '../../db/refuse-stale.ts';
import type { Transaction } from '../../db/transaction.ts';
import { writeChange } from '../../db/write-change.ts';
import { lockOpenStudy } from './lock-study.ts';
import { readRuns } from './read-detail.ts';

const PERCENT_DECIMALS = 2;
const roundPercent = (value: number | null): number | null =>
  value === null ? null : Number(value.toFixed(PERCENT_DECIMALS));

/**
 * Concludes a study that has all its values, and keeps its result.
 * @throws rowNotFound, studyState, stale, studyRunsMissing
 */
export async function concludeStudy(tx: Transaction, { id, version }: { id: number; version: number }) {
  const study = await lockOpenStudy(tx, id, 'concludeStudy');
  refuseStale(study, version);
  const runs = await readRuns(tx.db, tx.factoryId, id);
  const appraiserCount = Math.max(...runs.map(({ appraiser }) => appraiser));
  const values = arrangeStudyValues({ ...study, appraisers: Array.from({ length: appraiserCount }), runs });
  if (!values)
    throw makeError('studyRunsMissing', { count: runs.filter(({ value }) => value === null).length });
  const { shares, ndc } = analyseByAnova(values, { lower: study.lowerLimit, upper: study.upperLimit });
  const totalGrr = shares.find(({ component }) => component === 'totalGrr')!;
  const result = {
    state: 'studyConcluded',
    grrPercent: roundPercent(totalGrr.ofStudy),
    tolerancePercent: roundPercent(totalGrr.ofTolerance),
    ndc,
    concludedAt: tx.now,
  } as const;
  return {
    id,
    ...result,
    version: await writeChange(tx, 'gaugeStudy', study, result, { action: 'concludeStudy' }),
  };
}

/** Cancels an open study. Its values stay hidden. @throws rowNotFound, studyState, stale */
export async function cancelStudy(
  tx: Transaction,
  { id, version, reason }: { id: number; version: number; reason: string },
) {
  const study = await lockOpenStudy(tx, id, 'cancelStudy');
  refuseStale(study, version);
  const state = 'studyCancelled';
  return {
    id,
    state,
    version: await writeChange(tx, 'gaugeStudy', study, { state, reason }, { action: 'cancelStudy' }),
  };
}
