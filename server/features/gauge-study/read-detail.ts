import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import type { StudyDetail, StudyRun } from '#shared/msa/study.ts';
import type { Db } from '../../db/database.ts';

/** Reads the measurements of a study with their values, in the order of each appraiser. */
export async function readRuns(db: Db, factoryId: number, studyId: number): Promise<StudyRun[]> {
  const { rows } = await sql<StudyRun>`
    select appraiser, trial, part, run_order, value is not null as is_entered, value from gauge_study_run
    where factory_id = ${factoryId} and study_id = ${studyId} order by appraiser, run_order`.execute(db);
  return rows;
}

/**
 * Reads a study. Its values are left out until it is concluded, so that appraisers do not see the earlier
 * values.
 * @throws rowNotFound
 */
export async function readStudyDetail(db: Db, factoryId: number, id: number): Promise<StudyDetail> {
  const { rows } = await sql<Omit<StudyDetail, 'runs'>>`
    select s.id, s.version, s.code, s.state, g.code as gauge_code, g.name as gauge_name, g.resolution, s.characteristic,
      s.unit, s.decimals, s.lower_limit, s.upper_limit, s.part_count, s.trial_count, s.raised_at, s.concluded_at, s.reason,
      array(select e.name from gauge_study_appraiser_ids a join employee e on e.factory_id = a.factory_id and e.id = a.target_id
        where a.factory_id = s.factory_id and a.owner_id = s.id order by a.position) as appraisers
    from gauge_study s join gauge g on g.factory_id = s.factory_id and g.id = s.gauge_id
    where s.factory_id = ${factoryId} and s.id = ${id} and s.deleted_at is null`.execute(db);
  const study = rows[0];
  if (!study) throw makeError('rowNotFound');
  const runs = await readRuns(db, factoryId, id);
  const areValuesShown = study.state === 'studyConcluded';
  return { ...study, runs: runs.map((run) => ({ ...run, value: areValuesShown ? run.value : null })) };
}
