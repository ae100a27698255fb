import { sql } from 'kysely';
import type { RuleCriterion } from '#shared/planning/engine/types.ts';
import type { Db } from '../../db/database.ts';

/** The settings of cycle scheduling that the planner uses. */
export interface ScheduleSetting {
  horizonDays: number;
  frozenDays: number;
  defaultTransferMinutes: number;
  overtimeAllowed: boolean;
  /** The groups whose machines and people are limited; an empty list means all. */
  workGroupIds: number[];
  rules: RuleCriterion[];
}

/** The initial values of the setting's declaration, for a factory that has no setting. */
const INITIAL_SETTING: ScheduleSetting = {
  horizonDays: 60,
  frozenDays: 2,
  defaultTransferMinutes: 0,
  overtimeAllowed: false,
  workGroupIds: [],
  rules: [],
};

export async function readScheduleSetting(db: Db, factoryId: number): Promise<ScheduleSetting> {
  const { rows } = await sql<ScheduleSetting>`
    select s.horizon_days, s.frozen_days, s.default_transfer_minutes, s.overtime_allowed,
      (select coalesce(json_agg(g.target_id order by g.position), '[]') from cycle_schedule_setting_work_group_ids g
        where g.factory_id = s.factory_id and g.owner_id = s.id) as work_group_ids,
      (select coalesce(json_agg(r.rule order by r.position), '[]') from cycle_schedule_setting_rules r
        where r.factory_id = s.factory_id and r.owner_id = s.id) as rules
    from cycle_schedule_setting s where s.factory_id = ${factoryId} and s.deleted_at is null`.execute(db);
  return rows[0] ?? INITIAL_SETTING;
}
