import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { planStudyRuns, STUDY_LIMITS } from '#shared/msa/study.ts';
import { makeNextDailyCode } from '../../hooks/next-daily-code.ts';
import { lockReferencedRows } from '../../crud/references.ts';
import { waitForLock } from '../../db/lock.ts';
import type { Transaction } from '../../db/transaction.ts';
import { STUDY_FIELDS } from './study-fields.ts';

interface BeginInput {
  gaugeId: number;
  characteristic: string;
  unit: string | null;
  decimals: number;
  lowerLimit: number | null;
  upperLimit: number | null;
  appraiserIds: number[];
  partCount: number;
  trialCount: number;
}

/** The number of different values that `drawRandom` can return. */
const RANDOM_STEPS = 2 ** 32;
const drawRandom = (): number => randomInt(RANDOM_STEPS) / RANDOM_STEPS;

/** Refuses limits in the wrong order, and a study with too few appraisers. @throws fieldsInvalid */
function refuseWrongStudy({ lowerLimit, upperLimit, appraiserIds }: BeginInput): void {
  if (lowerLimit !== null && upperLimit !== null && upperLimit <= lowerLimit)
    throw makeError('fieldsInvalid', {}, { upperLimit: { reason: 'tooSmall', params: { min: lowerLimit } } });
  const { min } = STUDY_LIMITS.appraisers;
  if (appraiserIds.length < min)
    throw makeError('fieldsInvalid', {}, { appraiserIds: { reason: 'tooFew', params: { min } } });
}

/**
 * Begins a study, and draws the order in which each appraiser measures the parts.
 * @throws fieldsInvalid, referenceMissing
 */
export async function beginStudy(tx: Transaction, user: CurrentUser, input: BeginInput) {
  refuseWrongStudy(input);
  await lockReferencedRows(tx, STUDY_FIELDS, { ...input });
  // The lock makes requests wait for each other, so that each study gets its own code.
  await waitForLock(tx, 'addedGaugeStudy');
  const { appraiserIds, ...values } = input;
  const study = await tx.db
    .insertInto('gaugeStudy')
    .values({
      factoryId: tx.factoryId,
      createdBy: tx.name,
      updatedBy: tx.name,
      ...values,
      code: await makeNextDailyCode(tx, user.zone, 'gaugeStudy', 'M'),
      raisedAt: tx.now,
      grrPercent: null,
      tolerancePercent: null,
      ndc: null,
      concludedAt: null,
      reason: null,
      deletedAt: null,
    })
    .returning(['id', 'version', 'code', 'state'])
    .executeTakeFirstOrThrow();
  await sql`insert into gauge_study_appraiser_ids (factory_id, owner_id, position, target_id)
    select ${tx.factoryId}::bigint, ${study.id}::bigint, ordinality - 1, id
    from unnest(${appraiserIds}::bigint[]) with ordinality as a (id, ordinality)`.execute(tx.db);
  const runs = planStudyRuns({ ...input, appraiserCount: appraiserIds.length }, drawRandom);
  await sql`insert into gauge_study_run (factory_id, study_id, appraiser, trial, part, run_order)
    select ${tx.factoryId}::bigint, ${study.id}::bigint, r.appraiser, r.trial, r.part, r."runOrder"
    from jsonb_to_recordset(${JSON.stringify(runs)}::jsonb)
      as r (appraiser integer, trial integer, part integer, "runOrder" integer)`.execute(tx.db);
  tx.announce('quality', 'gaugeStudy', [study.id]);
  tx.log({ entity: 'gaugeStudy', id: study.id, action: 'beginStudy', after: input });
  return study;
}
