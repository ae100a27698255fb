import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { AlarmWatch } from '#server/features/alarm/watch-alarms.ts';
import { createAlarmFixture } from '#tests/support/alarm-fixture.ts';
import { registerCloseCallbackList } from '#tests/support/close-list.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { waitUntil } from '#tests/support/live-node.ts';

/** How many times all connections are terminated while an alarm is written. */
const TERMINATION_COUNT = 6;
const ROUND_INTERVAL_MS = 50;
const MAX_RECOVERY_MS = 10_000;
/** The writes of an alarm. A trigger waits before each of them. */
const ALARM_WRITES = [
  'insert on alarm',
  'insert on alarm_condition',
  'update on alarm',
  'delete on alarm_condition',
] as const;

describeForEachDatabase(
  'Connections that PostgreSQL terminates while alarms are written',
  (database) => {
    const closeCallbacks = registerCloseCallbackList();

    test('leave no alarm without its condition and no condition without its alarm, and the rounds go on', async () => {
      const connection = await database.open();
      const { db } = connection;
      const alarms = await createAlarmFixture(connection);
      const { factoryId } = alarms.factory;
      const admin = new pg.Client({ connectionString: database.url! });
      await admin.connect();
      closeCallbacks.push(() => admin.end());
      // The trigger waits for a lock that the test holds, so that the connection ends in the middle of a transaction.
      await sql`create function wait_for_test() returns trigger language plpgsql as $$
        begin perform pg_advisory_xact_lock_shared(99); return coalesce(new, old); end $$`.execute(db);
      const countRows = async (condition: string) =>
        (await admin.query<{ count: number }>(`select count(*)::int as count from ${condition}`)).rows[0]!
          .count;
      const expectNoHalfState = async () => {
        const openAlarms = `alarm a where a.factory_id = ${factoryId} and a.state <> 'resolved'`;
        const conditionsOfFactory = `alarm_condition c where c.factory_id = ${factoryId}`;
        const joinCondition = `c.factory_id = a.factory_id and c.alarm_id = a.id`;
        expect(
          await countRows(
            `${openAlarms} and not exists (select 1 from alarm_condition c where ${joinCondition})`,
          ),
        ).toBe(0);
        expect(
          await countRows(
            `${conditionsOfFactory} and not exists (select 1 from alarm a where ${joinCondition} and a.state <> 'resolved')`,
          ),
        ).toBe(0);
        expect(
          await countRows(`${openAlarms} and not exists (select 1 from log l
            where l.factory_id = a.factory_id and l.entity = 'alarm' and l.entity_id = a.id and l.action = 'fire')`),
        ).toBe(0);
      };
      const watch = new AlarmWatch(db, { onError: () => undefined, roundIntervalMs: ROUND_INTERVAL_MS });
      closeCallbacks.push(() => watch.close());
      let rule: { id: number } | null = null;
      for (let round = 0; round < TERMINATION_COUNT; round += 1) {
        const isFiring = rule === null;
        const write = ALARM_WRITES[(isFiring ? 0 : 2) + (Math.floor(round / 2) % 2)]!;
        const [event, table] = write.split(' on ') as [string, string];
        await admin.query(
          `create trigger wait_for_test before ${event} on ${table} for each row execute function wait_for_test()`,
        );
        await admin.query('select pg_advisory_lock(99)');
        if (rule === null) rule = await alarms.addRule({ measure: 'attainmentByNow', limitValue: 0 });
        else {
          await alarms.deleteRule(rule);
          rule = null;
        }
        await waitUntil(`the ${write} waits`, async () => {
          const { rows } = await admin.query(
            `select 1 from pg_locks where locktype = 'advisory' and objid = 99 and not granted
              and database = (select oid from pg_database where datname = current_database())`,
          );
          return rows.length > 0;
        });
        const { rowCount } = await admin.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        );
        expect(rowCount).toBeGreaterThan(0);
        await wait(ROUND_INTERVAL_MS);
        await expectNoHalfState();
        await admin.query('select pg_advisory_unlock(99)');
        await admin.query(`drop trigger wait_for_test on ${table}`);
        const openCount = isFiring ? 1 : 0;
        await waitUntil(
          `${openCount} open alarms`,
          async () =>
            (await countRows(`alarm where factory_id = ${factoryId} and state <> 'resolved'`)) === openCount,
          MAX_RECOVERY_MS,
        );
        await expectNoHalfState();
        // The rows of the terminated transaction exist only once.
        expect(await countRows(`alarm_condition where factory_id = ${factoryId}`)).toBe(openCount);
      }
    });
  },
  'postgres',
);
