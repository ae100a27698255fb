import { sql } from 'kysely';
import type { AlarmLimits } from '#shared/alarms/evaluate-alarm.ts';
import type { AlarmMeasure } from '#shared/alarms/measures.ts';
import type { AlarmSeverity } from '#shared/entities/alarm-rule.ts';
import type { Db } from '../../db/database.ts';

/** An enabled alarm rule, with the factory to which it belongs. */
export interface EnabledRule extends AlarmLimits {
  factoryId: number;
  zone: string;
  id: number;
  version: number;
  name: string;
  measure: AlarmMeasure;
  workGroupId: number | null;
  severity: AlarmSeverity;
  sound: boolean;
  onWalls: boolean;
  escalateAfterMinutes: number | null;
}

/** A limit that is reached now, with the alarm that has fired for it, if any. */
export interface StoredCondition {
  factoryId: number;
  ruleId: number;
  subjectKey: string;
  since: string;
  /** When the limit was last seen to be reached. It is not updated after the alarm has fired. */
  observedAt: string;
  /** Null while the limit has not yet been reached for long enough. */
  alarmId: number | null;
  /** When the alarm last fired. */
  firedAt: string | null;
  /** Whether the alarm is neither acknowledged nor escalated yet. */
  mayEscalate: boolean;
}

/**
 * Loads the enabled alarm rules.
 * @param factoryId the factory of the rules; null for all factories
 */
export async function loadEnabledRules(db: Db, factoryId: number | null): Promise<EnabledRule[]> {
  const { rows } = await sql<EnabledRule>`
    select r.factory_id, f.zone, r.id, r.version, r.name, r.measure, r.work_group_id, r.comparison, r.limit_value,
           r.clear_value, r.for_minutes, r.severity, r.sound, r.on_walls, r.escalate_after_minutes
    from alarm_rule r join factory f on f.id = r.factory_id and f.deleted_at is null
    where r.deleted_at is null and r.enabled and (${factoryId}::bigint is null or r.factory_id = ${factoryId}::bigint)
    order by r.factory_id, r.id`.execute(db);
  return rows;
}

/**
 * Loads the limits that are reached.
 * @param factoryId the factory of the limits; null for all factories
 */
export async function loadConditions(db: Db, factoryId: number | null): Promise<StoredCondition[]> {
  const { rows } = await sql<StoredCondition>`
    select c.factory_id, c.rule_id, c.subject_key, c.since, c.observed_at, c.alarm_id, a.last_fired_at as fired_at,
           coalesce(a.state = 'firing' and a.escalated_at is null, false) as may_escalate
    from alarm_condition c left join alarm a on a.factory_id = c.factory_id and a.id = c.alarm_id
    where ${factoryId}::bigint is null or c.factory_id = ${factoryId}::bigint`.execute(db);
  return rows;
}
