import { sql } from 'kysely';
import { MAX_FIRED_VALUE } from '#shared/entities/alarm.ts';
import { waitForLock } from '../../db/lock.ts';
import type { Db } from '../../db/database.ts';
import { runTransaction, type Work } from '../../db/work.ts';
import { loadConditions, loadEnabledRules, type EnabledRule, type StoredCondition } from './load-rules.ts';
import { planChanges, type PlannedChange, type RuleValues } from './plan-changes.ts';

const clampValue = (value: number): number => Math.min(Math.max(value, -MAX_FIRED_VALUE), MAX_FIRED_VALUE);
const roundToHundredths = (value: number): number => Math.round(value * 100) / 100;

async function writeCondition(
  work: Work,
  { rule, subjectKey, sinceMs }: Extract<PlannedChange, { change: 'began' | 'fired' }>,
  alarmId: number | null,
): Promise<void> {
  const since = new Date(sinceMs).toISOString();
  await sql`insert into alarm_condition (factory_id, rule_id, subject_key, since, alarm_id)
    values (${work.factoryId}, ${rule.id}, ${subjectKey}, ${since}::timestamptz, ${alarmId}::bigint)
    on conflict (factory_id, rule_id, subject_key) do update set since = excluded.since, alarm_id = excluded.alarm_id`.execute(
    work.db,
  );
}

async function fireAlarm(
  work: Work,
  change: Extract<PlannedChange, { change: 'began' | 'fired' }>,
): Promise<number> {
  const { rule, subject, value, sinceMs } = change;
  const values = {
    name: rule.name,
    subject,
    severity: rule.severity,
    measure: rule.measure,
    firedValue: roundToHundredths(clampValue(value)),
    comparison: rule.comparison,
    limitValue: rule.limitValue,
    conditionSince: new Date(sinceMs).toISOString(),
    firedAt: work.now,
  };
  const { id } = await work.db
    .insertInto('alarm')
    .values({
      factoryId: work.factoryId,
      createdBy: work.name,
      updatedBy: work.name,
      ...values,
      sound: rule.sound,
      onWalls: rule.onWalls,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeCondition(work, change, id);
  work.log({ entity: 'alarm', id, action: 'fire', after: values });
  return id;
}

/** Deletes a condition and resolves its alarm. @returns the id of the alarm; null if none had fired */
async function endCondition(
  work: Work,
  { ruleId, subjectKey, alarmId }: StoredCondition,
): Promise<number | null> {
  await sql`delete from alarm_condition
    where factory_id = ${work.factoryId} and rule_id = ${ruleId} and subject_key = ${subjectKey}`.execute(
    work.db,
  );
  if (alarmId === null) return null;
  const values = { state: 'resolved' as const, resolvedAt: work.now };
  await work.db
    .updateTable('alarm')
    .set((eb) => ({ ...values, version: eb('version', '+', 1), updatedAt: work.now, updatedBy: work.name }))
    .where('factoryId', '=', work.factoryId)
    .where('id', '=', alarmId)
    .execute();
  work.log({ entity: 'alarm', id: alarmId, action: 'resolve', after: values });
  return alarmId;
}

/** Escalates an alarm to those roles of its rule that still exist. */
async function escalateAlarm(work: Work, rule: EnabledRule, alarmId: number): Promise<void> {
  const { rows: roles } = await sql<{ id: number; name: string }>`
    select r.id, r.name from alarm_rule_escalation_role_ids e
    join role r on r.factory_id = e.factory_id and r.id = e.target_id and r.deleted_at is null
    where e.factory_id = ${work.factoryId} and e.owner_id = ${rule.id} order by e.position`.execute(work.db);
  await sql`update alarm_condition set escalated_role_ids = ${roles.map(({ id }) => id)}::bigint[]
    where factory_id = ${work.factoryId} and alarm_id = ${alarmId}`.execute(work.db);
  const values = { escalatedAt: work.now, escalatedTo: roles.map(({ name }) => name).join(', ') };
  await work.db
    .updateTable('alarm')
    .set((eb) => ({ ...values, version: eb('version', '+', 1), updatedAt: work.now, updatedBy: work.name }))
    .where('factoryId', '=', work.factoryId)
    .where('id', '=', alarmId)
    .execute();
  work.log({ entity: 'alarm', id: alarmId, action: 'escalate', after: values });
}

async function writeChange(work: Work, planned: PlannedChange): Promise<number | null> {
  switch (planned.change) {
    case 'began':
      await writeCondition(work, planned, null);
      return null;
    case 'fired':
      return fireAlarm(work, planned);
    case 'escalated':
      await escalateAlarm(work, planned.rule, planned.condition.alarmId!);
      return planned.condition.alarmId;
    default:
      return endCondition(work, planned.condition);
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
  await runTransaction(db, { factoryId, accountId: null, name: '', ip: '' }, async (work) => {
    await waitForLock(work, 'alarms');
    if (!(await mayWrite(work.db))) return;
    // The lock makes users who acknowledge alarms wait. Otherwise an acknowledged alarm could be escalated.
    await sql`select 1 from alarm where factory_id = ${factoryId} and deleted_at is null
      and state in ('firing', 'acknowledged') order by id for update`.execute(work.db);
    const rules = await loadEnabledRules(work.db, factoryId);
    const conditions = await loadConditions(work.db, factoryId);
    for (const planned of planChanges(rules, conditions, valuesByRule, Date.parse(work.now))) {
      const changedId = await writeChange(work, planned);
      if (changedId !== null) work.announce('andon', 'alarm', [changedId]);
    }
  });
}
