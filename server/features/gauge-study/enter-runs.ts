import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { StudyPlace } from '#shared/msa/study.ts';
import { refuseTooManyDecimals } from '../../call/field-refusals.ts';
import type { Transaction } from '../../db/transaction.ts';
import { writeChange } from '../../db/write-change.ts';
import { lockOpenStudy } from './lock-study.ts';
import { readRuns } from './read-detail.ts';

type EnteredRun = StudyPlace & { value: number; replaces: boolean };

const makePlaceKey = ({ appraiser, trial, part }: StudyPlace): string => `${appraiser} ${trial} ${part}`;

/**
 * Enters values of an open study. A value that was entered before is replaced only if the new value has
 * `replaces`.
 * @throws rowNotFound, studyState, fieldsInvalid, studyRunTaken
 */
export async function enterStudyRuns(
  tx: Transaction,
  user: CurrentUser,
  input: { id: number; values: readonly EnteredRun[] },
) {
  const study = await lockOpenStudy(tx, input.id, 'enterValues');
  if (input.values.length === 0) throw makeError('fieldsInvalid', {}, { values: { reason: 'required' } });
  const plannedRunsByKey = new Map(
    (await readRuns(tx.db, tx.factoryId, study.id)).map((run) => [makePlaceKey(run), run]),
  );
  const seenKeys = new Set<string>();
  input.values.forEach((enteredRun, index) => {
    const fieldPath = `values[${index}]`;
    const key = makePlaceKey(enteredRun);
    const run = plannedRunsByKey.get(key);
    if (!run) throw makeError('fieldsInvalid', {}, { [`${fieldPath}.part`]: { reason: 'notAChoice' } });
    if (seenKeys.has(key))
      throw makeError('fieldsInvalid', {}, { [`${fieldPath}.part`]: { reason: 'repeated' } });
    seenKeys.add(key);
    refuseTooManyDecimals(`${fieldPath}.value`, enteredRun.value, study.decimals);
    if (run.value !== null && run.value !== enteredRun.value && !enteredRun.replaces)
      throw makeError('studyRunTaken', { part: enteredRun.part, trial: enteredRun.trial });
  });
  await sql`update gauge_study_run r
    set value = v.value, entered_by_id = ${user.employeeId}::bigint, at = ${tx.now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(input.values)}::jsonb)
      as v (appraiser integer, trial integer, part integer, value numeric)
    where r.factory_id = ${tx.factoryId} and r.study_id = ${study.id} and r.appraiser = v.appraiser and r.trial = v.trial
      and r.part = v.part and r.value is distinct from v.value`.execute(tx.db);
  const version = await writeChange(
    tx,
    'gaugeStudy',
    study,
    {},
    { action: 'enterValues', after: { values: input.values } },
  );
  return { id: study.id, version };
}
