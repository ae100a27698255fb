import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Connection } from '#server/db/connect.ts';
import { makeLockText } from '#server/db/lock.ts';
import { AlarmWatch } from '#server/features/alarm/watch-alarms.ts';
import { createAlarmFixture, type AlarmFixture } from '#tests/support/alarm-fixture.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { waitUntil } from '#tests/support/live-node.ts';

const ROUND_INTERVAL_MS = 100;
const OTHER_NODE = '00000000-0000-0000-0000-000000000000';
/** A rule that always fires. It is read every 30 seconds. */
const ALWAYS_FIRING_RULE = { measure: 'attainmentByNow', limitValue: 0 };

type WatchOptions = Partial<ConstructorParameters<typeof AlarmWatch>[1]>;

/** Starts and stops watches of a database that no server uses. */
function registerWatches(getConnection: () => Connection) {
  const watches: AlarmWatch[] = [];
  const messages: string[] = [];
  beforeEach(async () => {
    messages.length = 0;
    await sql`delete from poll_lease`.execute(getConnection().db);
  });
  afterEach(async () => {
    for (const watch of watches.splice(0)) await watch.close();
  });
  const startWatch = (options: WatchOptions = {}) => {
    const watch = new AlarmWatch(getConnection().db, {
      onError: (_, message) => messages.push(message),
      roundIntervalMs: ROUND_INTERVAL_MS,
      ...options,
    });
    watches.push(watch);
    return watch;
  };
  return { start: startWatch, messages };
}

const countOpenAlarms = async ({ listOpenAlarms }: AlarmFixture) => (await listOpenAlarms()).length;

describeForEachDatabase('The rounds of the alarm rules', (database) => {
  let connection: Connection;
  let alarms: AlarmFixture;
  let otherAlarms: AlarmFixture;
  const { start, messages } = registerWatches(() => connection);
  beforeAll(async () => {
    connection = await database.open();
    alarms = await createAlarmFixture(connection);
    otherAlarms = await createAlarmFixture(connection);
  });
  const setZone = ({ factory }: AlarmFixture, zone: string) =>
    sql`update factory set zone = ${zone} where id = ${factory.factoryId}`.execute(connection.db);

  test('a factory that cannot be evaluated keeps its alarms and is named once; the others are evaluated', async () => {
    const rule = await alarms.addRule(ALWAYS_FIRING_RULE);
    await alarms.evaluate();
    await setZone(alarms, 'Nowhere/Nowhere');
    start();
    const otherRule = await otherAlarms.addRule(ALWAYS_FIRING_RULE);
    await waitUntil('the alarm of the other factory', async () => (await countOpenAlarms(otherAlarms)) === 1);
    await wait(5 * ROUND_INTERVAL_MS);
    expect(messages).toEqual([
      `The alarm rules of factory ${alarms.factory.factoryId} cannot be evaluated now`,
    ]);
    expect(await countOpenAlarms(alarms)).toBe(1);

    // Each round tries the failed evaluation again, and it succeeds as soon as the time zone is valid.
    const nextRule = await alarms.addRule(ALWAYS_FIRING_RULE);
    await setZone(alarms, 'Asia/Shanghai');
    await waitUntil('the next alarm', async () => (await countOpenAlarms(alarms)) === 2);
    for (const { id } of [rule, nextRule]) await alarms.deleteRule({ id });
    await otherAlarms.deleteRule(otherRule);
    await waitUntil('no alarm', async () => (await countOpenAlarms(alarms)) === 0);
  });

  test('only factories with due rules are evaluated', async () => {
    const rule = await alarms.addRule(ALWAYS_FIRING_RULE);
    const watch = start();
    await waitUntil('the alarm', async () => (await countOpenAlarms(alarms)) === 1);
    await wait(2 * ROUND_INTERVAL_MS);
    // With this zone an evaluation fails. Nothing is evaluated until the interval of the measure has passed.
    await setZone(alarms, 'Nowhere/Nowhere');
    await wait(8 * ROUND_INTERVAL_MS);
    expect(messages).toEqual([]);
    watch.onChange('alarmRule');
    await waitUntil('the evaluation', () => messages.length === 1);
    await setZone(alarms, 'Asia/Shanghai');
    await alarms.deleteRule(rule);
    // The next round ends the alarms of a deleted rule, even if no rule is due.
    await waitUntil('no alarm', async () => (await countOpenAlarms(alarms)) === 0);
  });

  test('frequent changes do not delay the rounds for ever', async () => {
    const watch = start({ roundIntervalMs: 60_000 });
    await wait(2 * ROUND_INTERVAL_MS);
    const rule = await alarms.addRule(ALWAYS_FIRING_RULE);
    for (let i = 0; i < 1500 && (await countOpenAlarms(alarms)) === 0; i += 1) {
      watch.onChange('alarmRule');
      await wait(20);
    }
    expect(await countOpenAlarms(alarms)).toBe(1);
    await alarms.deleteRule(rule);
    await alarms.evaluate();
  });
});

describeForEachDatabase(
  'A factory whose evaluation takes long',
  (database) => {
    let connection: Connection;
    let slowAlarms: AlarmFixture;
    let otherAlarms: AlarmFixture;
    const { start, messages } = registerWatches(() => connection);
    beforeAll(async () => {
      connection = await database.open();
      slowAlarms = await createAlarmFixture(connection);
      otherAlarms = await createAlarmFixture(connection);
    });

    /** Makes the evaluation of the slow factory wait until `run` has ended. */
    const runWhileBlocked = async (run: () => Promise<void>) => {
      const client = await connection.pool.connect();
      const lockText = makeLockText(slowAlarms.factory.factoryId, 'alarms', []);
      await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [lockText]);
      const waitForLockQueue = () =>
        waitUntil('the slow evaluation waits', async () => {
          const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and not granted
            and database = (select oid from pg_database where datname = current_database())`.execute(
            connection.db,
          );
          return rows.length > 0;
        });
      try {
        await waitForLockQueue();
        await run();
      } finally {
        await client.query('select pg_advisory_unlock_all()');
        client.release();
      }
    };
    const readLeaseEnd = async () => {
      const { rows } = await sql<{ until: string }>`select until from poll_lease`.execute(connection.db);
      return Date.parse(rows[0]!.until);
    };

    test('delays neither the other factories nor the renewal of the lease', async () => {
      const rule = await slowAlarms.addRule(ALWAYS_FIRING_RULE);
      start();
      await runWhileBlocked(async () => {
        const leaseEndMs = await readLeaseEnd();
        const otherRule = await otherAlarms.addRule(ALWAYS_FIRING_RULE);
        await waitUntil('the other alarm', async () => (await countOpenAlarms(otherAlarms)) === 1);
        expect(await readLeaseEnd()).toBeGreaterThan(leaseEndMs);
        expect(await countOpenAlarms(slowAlarms)).toBe(0);
        await otherAlarms.deleteRule(otherRule);
      });
      await waitUntil('the slow alarm', async () => (await countOpenAlarms(slowAlarms)) === 1);
      await slowAlarms.deleteRule(rule);
      await waitUntil('no alarm', async () => (await countOpenAlarms(slowAlarms)) === 0);
      expect(messages).toEqual([]);
    });

    test('reaches its own time limit, and is tried again', async () => {
      const rule = await slowAlarms.addRule(ALWAYS_FIRING_RULE);
      start({ factoryTimeoutMs: 300 });
      await runWhileBlocked(async () => {
        await waitUntil('the time limit', () => messages.length > 0);
        expect(messages[0]).toContain(String(slowAlarms.factory.factoryId));
      });
      await waitUntil('the slow alarm', async () => (await countOpenAlarms(slowAlarms)) === 1);
      await slowAlarms.deleteRule(rule);
      await waitUntil('no alarm', async () => (await countOpenAlarms(slowAlarms)) === 0);
    });

    test('is not written by a node that has lost the lease meanwhile', async () => {
      const rule = await slowAlarms.addRule(ALWAYS_FIRING_RULE);
      const watch = start();
      await runWhileBlocked(async () => {
        await sql`update poll_lease set node = ${OTHER_NODE}::uuid, until = now() + interval '1 minute'`.execute(
          connection.db,
        );
      });
      await watch.close();
      expect(await countOpenAlarms(slowAlarms)).toBe(0);
      await slowAlarms.deleteRule(rule);
    });
  },
  'postgres',
);
