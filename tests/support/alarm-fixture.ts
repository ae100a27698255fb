import { sql } from 'kysely';
import type { ListedAlarm } from '#shared/answers/open-alarm.ts';
import type { Entity } from '#shared/entities/index.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import { evaluateAlarms } from './evaluate-alarms.ts';
import type { Connection } from '#server/db/connect.ts';
import { createAndonFactory, type AndonFactory, type RaisedCall } from './call-floor.ts';
import { createTestFactory, type TestFactory } from './floor.ts';

/** A factory with calls for help. Its alarm rules are evaluated only when a test calls `evaluate`. */
export interface AlarmFixture {
  factory: TestFactory;
  andon: AndonFactory;
  endCall: (call: RaisedCall) => Promise<unknown>;
  deleteRule: (rule: { id: number }) => Promise<unknown>;
  acknowledge: (
    person: { call: TestFactory['call'] },
    alarm: { id: number; version: number },
  ) => Promise<{ version: number; state: string }>;
  /** Adds a rule about the number of open calls. `fields` overrides its values. */
  addRule: (fields?: Record<string, unknown>) => Promise<{ id: number; version: number; name: string }>;
  /** Evaluates all rules once, and returns the open alarms. */
  evaluate: () => Promise<ListedAlarm[]>;
  listOpenAlarms: () => Promise<ListedAlarm[]>;
  /** Returns the alarms that a rule has raised, the latest first. */
  listAlarmsOf: (rule: { name: string }) => Promise<Entity<'alarm'>[]>;
  /** Moves the times of all conditions and alarms into the past. */
  backdate: (minutes: number) => Promise<void>;
}

let ruleCount = 0;

/** Creates a factory of its own in a database. */
export async function createAlarmFixture(connection: Connection): Promise<AlarmFixture> {
  const factory = await createTestFactory(connection);
  const andon = await createAndonFactory(factory);
  const { db } = connection;
  const listOpenAlarms: AlarmFixture['listOpenAlarms'] = async () =>
    (await factory.call<{ rows: ListedAlarm[] }>('/mes/alarm/open', {})).rows;
  return {
    factory,
    andon,
    endCall: (call) => andon.moveCall(andon.worker, 'cancel', call, { reason: 'Done' }),
    deleteRule: (rule) => factory.call('/mes/system/alarmRule/delete', { ids: [rule.id] }),
    acknowledge: (person, { id, version }) => person.call('/mes/alarm/acknowledge', { id, version }),
    addRule: async (fields = {}) => {
      const name = `Rule ${ruleCount++}`;
      const savedRule = await factory.call<{ id: number; version: number }>('/mes/system/alarmRule/save', {
        name,
        measure: 'openCallCount',
        limitValue: 1,
        ...fields,
      });
      return { id: savedRule.id, version: savedRule.version, name };
    },
    evaluate: async () => {
      await evaluateAlarms(db);
      return listOpenAlarms();
    },
    listOpenAlarms,
    listAlarmsOf: async ({ name }) =>
      (await factory.call<PageAnswer<Entity<'alarm'>>>('/mes/alarm/page', { search: name })).rows.filter(
        (row) => row.name === name,
      ),
    backdate: async (minutes) => {
      const interval = sql`make_interval(mins => ${minutes})`;
      await sql`update alarm_condition set since = since - ${interval} where factory_id = ${factory.factoryId}`.execute(
        db,
      );
      await sql`update alarm set fired_at = fired_at - ${interval},
        last_fired_at = last_fired_at - ${interval}, condition_since = condition_since - ${interval}
        where factory_id = ${factory.factoryId}`.execute(db);
      await sql`update ended_alarm set ended_at = ended_at - ${interval} where factory_id = ${factory.factoryId}`.execute(
        db,
      );
    },
  };
}
