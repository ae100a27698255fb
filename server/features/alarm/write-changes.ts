import { sql } from 'kysely';
import { SAME_ALARM_MINUTES } from '#shared/alarms/history.ts';
import { MAX_FIRED_VALUE } from '#shared/entities/alarm.ts';
import { findNextState } from '#shared/kernel/machine.ts';
import { alarmStateMachine } from '#shared/machines/alarm.ts';
import { waitForLock } from '../../db/lock.ts';
import type { Db } from '../../db/database.ts';
import { runTransaction, type Transaction } from '../../db/transaction.ts';
import { loadConditions, loadEnabledRules, type EnabledRule, type StoredCondition } from './load-rules.ts';
import { planChanges, type PlannedChange, type RuleValues } from './plan-changes.ts';

const clampValue = (value: number): number => Math.min(Math.max(value, -MAX_FIRED_VALUE), MAX_FIRED_VALUE);
const roundToHundredths = (value: number): number => Math.round(value * 100) / 100;

async function writeCondition(
  tx: Transaction,
  { rule, subjectKey, sinceMs }: Extract<PlannedChange, { change: 'began' | 'fired' }>,
  alarmId: number | null,
  escalatedRoleIds: readonly number[] = [],
): Promise<void> {
  const since = new Date(sinceMs).toISOString();
  await sql`insert into alarm_condition
      (factory_id, rule_id, subject_key, since, observed_at, alarm_id, escalated_role_ids)
    values (${tx.factoryId}, ${rule.id}, ${subjectKey}, ${since}::timestamptz, ${tx.now}::timestamptz,
      ${alarmId}::bigint, ${escalatedRoleIds}::bigint[])
    on conflict (factory_id, rule_id, subject_key) do update set since = excluded.since,
      observed_at = excluded.observed_at, alarm_id = excluded.alarm_id,
      escalated_role_ids = excluded.escalated_role_ids`.execute(tx.db);
}

/** Stores the time at which limits were last seen to be reached. */
async function writeObservations(tx: Transaction, conditions: readonly StoredCondition[]): Promise<void> {
  if (conditions.length === 0) return;
  await sql`update alarm_condition c set observed_at = ${tx.now}::timestamptz
    from unnest(${conditions.map(({ ruleId }) => ruleId)}::bigint[],
      ${conditions.map(({ subjectKey }) => subjectKey)}::text[]) as o (rule_id, subject_key)
    where c.factory_id = ${tx.factoryId} and c.rule_id = o.rule_id and c.subject_key = o.subject_key`.execute(
    tx.db,
  );
}

interface EndedAlarm {
  alarmId: number;
  escalatedRoleIds: number[];
}

/**
 * Removes the alarm of a subject from the ended alarms. Returns this alarm if it ended within the last
 * SAME_ALARM_MINUTES; otherwise null.
 */
async function takeRecentAlarm(
  tx: Transaction,
  ruleId: number,
  subjectKey: string,
): Promise<EndedAlarm | null> {
  const { rows } = await sql<EndedAlarm & { isRecent: boolean }>`
    delete from ended_alarm
    where factory_id = ${tx.factoryId} and rule_id = ${ruleId} and subject_key = ${subjectKey}
    returning alarm_id, escalated_role_ids,
      ended_at >= ${tx.now}::timestamptz - make_interval(mins => ${SAME_ALARM_MINUTES}) as is_recent`.execute(
    tx.db,
  );
  return rows[0]?.isRecent ? rows[0] : null;
}

/** Opens an alarm that has ended a short time ago. If somebody had acknowledged it, it stays acknowledged. */
async function reopenAlarm(
  tx: Transaction,
  change: Extract<PlannedChange, { change: 'began' | 'fired' }>,
  { alarmId, escalatedRoleIds }: EndedAlarm,
): Promise<number> {
  const { rule, value } = change;
  const { state, acknowledgedAt, firedCount } = await tx.db
    .selectFrom('alarm')
    .select(['state', 'acknowledgedAt', 'firedCount'])
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', alarmId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const firingState = findNextState(alarmStateMachine, state, 'recur')!;
  const values = {
    state:
      acknowledgedAt === null ? firingState : findNextState(alarmStateMachine, firingState, 'acknowledge')!,
    firedCount: firedCount + 1,
    lastFiredAt: tx.now,
    firedValue: roundToHundredths(clampValue(value)),
    comparison: rule.comparison,
    limitValue: rule.limitValue,
    resolvedAt: null,
  };
  await tx.db
    .updateTable('alarm')
    .set((builder) => ({
      ...values,
      version: builder('version', '+', 1),
      updatedAt: tx.now,
      updatedBy: tx.name,
    }))
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', alarmId)
    .execute();
  await writeCondition(tx, change, alarmId, escalatedRoleIds);
  tx.log({ entity: 'alarm', id: alarmId, action: 'fire', before: { state }, after: values });
  return alarmId;
}

async function fireAlarm(
  tx: Transaction,
  change: Extract<PlannedChange, { change: 'began' | 'fired' }>,
): Promise<number> {
  const { rule, subject, value, sinceMs, subjectKey } = change;
  const recentAlarm = await takeRecentAlarm(tx, rule.id, subjectKey);
  if (recentAlarm) return reopenAlarm(tx, change, recentAlarm);
  const values = {
    name: rule.name,
    subject,
    severity: rule.severity,
    measure: rule.measure,
    firedValue: roundToHundredths(clampValue(value)),
    comparison: rule.comparison,
    limitValue: rule.limitValue,
    conditionSince: new Date(sinceMs).toISOString(),
    firedAt: tx.now,
    lastFiredAt: tx.now,
  };
  const { id } = await tx.db
    .insertInto('alarm')
    .values({
      factoryId: tx.factoryId,
      createdBy: tx.name,
      updatedBy: tx.name,
      ...values,
      sound: rule.sound,
      onWalls: rule.onWalls,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeCondition(tx, change, id);
  tx.log({ entity: 'alarm', id, action: 'fire', after: values });
  return id;
}

/**
 * Deletes a condition and resolves its alarm. For a short time, the alarm can be reopened.
 * @returns the id of the alarm; null if no alarm had fired
 */
async function endCondition(
  tx: Transaction,
  { ruleId, subjectKey, alarmId }: StoredCondition,
): Promise<number | null> {
  await sql`with ended as (
      delete from alarm_condition
      where factory_id = ${tx.factoryId} and rule_id = ${ruleId} and subject_key = ${subjectKey}
      returning *
    )
    insert into ended_alarm (factory_id, rule_id, subject_key, alarm_id, ended_at, escalated_role_ids)
    select factory_id, rule_id, subject_key, alarm_id, ${tx.now}::timestamptz, escalated_role_ids
    from ended where alarm_id is not null
    on conflict (factory_id, rule_id, subject_key) do update set alarm_id = excluded.alarm_id,
      ended_at = excluded.ended_at, escalated_role_ids = excluded.escalated_role_ids`.execute(tx.db);
  if (alarmId === null) return null;
  const values = { state: 'resolved' as const, resolvedAt: tx.now };
  await tx.db
    .updateTable('alarm')
    .set((builder) => ({
      ...values,
      version: builder('version', '+', 1),
      updatedAt: tx.now,
      updatedBy: tx.name,
    }))
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', alarmId)
    .execute();
  tx.log({ entity: 'alarm', id: alarmId, action: 'resolve', after: values });
  return alarmId;
}

/** Escalates an alarm to those roles of its rule that still exist. */
async function escalateAlarm(tx: Transaction, rule: EnabledRule, alarmId: number): Promise<void> {
  const { rows: roles } = await sql<{ id: number; name: string }>`
    select r.id, r.name from alarm_rule_escalation_role_ids e
    join role r on r.factory_id = e.factory_id and r.id = e.target_id and r.deleted_at is null
    where e.factory_id = ${tx.factoryId} and e.owner_id = ${rule.id} order by e.position`.execute(tx.db);
  await sql`update alarm_condition set escalated_role_ids = ${roles.map(({ id }) => id)}::bigint[]
    where factory_id = ${tx.factoryId} and alarm_id = ${alarmId}`.execute(tx.db);
  const values = { escalatedAt: tx.now, escalatedTo: roles.map(({ name }) => name).join(', ') };
  await tx.db
    .updateTable('alarm')
    .set((builder) => ({
      ...values,
      version: builder('version', '+', 1),
      updatedAt: tx.now,
      updatedBy: tx.name,
    }))
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', alarmId)
    .execute();
  tx.log({ entity: 'alarm', id: alarmId, action: 'escalate', after: values });
}

async function writeChange(
  tx: Transaction,
  plannedChange: Exclude<PlannedChange, { change: 'observed' }>,
): Promise<number | null> {
  switch (plannedChange.change) {
    case 'began':
      await writeCondition(tx, plannedChange, null);
      return null;
    case 'fired':
      return fireAlarm(tx, plannedChange);
    case 'escalated':
      await escalateAlarm(tx, plannedChange.rule, plannedChange.condition.alarmId!);
      return plannedChange.condition.alarmId;
    default:
      return endCondition(tx, plannedChange.condition);
  }
}

/**
 * Evaluates the rules of a factory with measured values, and writes what has changed. The rules and conditions are read
 * again under a lock, so that nodes that evaluate at the same time do not raise an alarm twice.
 * @param mayWrite is called in the transaction; if it returns false, nothing is written
 */
export async function writeAlarmChanges(
  db: Db,
  factoryId: number,
  valuesByRule: ReadonlyMap<number, RuleValues>,
  mayWrite: (transaction: Db) => Promise<boolean>,
): Promise<void> {
  await runTransaction(db, { factoryId, accountId: null, name: '', ip: '' }, async (tx) => {
    await waitForLock(tx, 'alarms');
    if (!(await mayWrite(tx.db))) return;
    // The lock makes users who acknowledge alarms wait. Otherwise an acknowledged alarm could be escalated.
    await sql`select 1 from alarm where factory_id = ${factoryId} and deleted_at is null
      and state in ('firing', 'acknowledged') order by id for update`.execute(tx.db);
    const rules = await loadEnabledRules(tx.db, factoryId);
    const conditions = await loadConditions(tx.db, factoryId);
    const observedConditions: StoredCondition[] = [];
    for (const plannedChange of planChanges(rules, conditions, valuesByRule, Date.parse(tx.now))) {
      if (plannedChange.change === 'observed') {
        observedConditions.push(plannedChange.condition);
        continue;
      }
      const changedId = await writeChange(tx, plannedChange);
      if (changedId !== null) tx.announce('andon', 'alarm', [changedId]);
    }
    await writeObservations(tx, observedConditions);
  });
}
