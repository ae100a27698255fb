import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ListedAlarm } from '#shared/answers/open-alarm.ts';
import { AlarmWatch } from '#server/features/alarm/watch-alarms.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { waitUntil } from '#tests/support/live-node.ts';
import { startAdminServer, type AdminServer } from '#tests/support/server.ts';

const ROUND_INTERVAL_MS = 100;
const LEASE_DURATION_MS = 1000;
const DEAD_NODE = '00000000-0000-0000-0000-000000000000';

describeForEachDatabase('The evaluation of alarm rules', (database) => {
  let server: AdminServer;
  beforeAll(async () => {
    server = await startAdminServer(database);
  });
  afterAll(() => server?.close());
  const listAlarms = async () =>
    (await server.admin.call<{ rows: ListedAlarm[] }>('/mes/alarm/open', {})).rows;
  const addRule = (fields: Record<string, unknown>) =>
    server.admin.call<{ id: number }>('/mes/system/alarmRule/save', fields);
  const readLeaseHolder = async () => {
    const { rows } = await sql<{ node: string }>`select node from poll_lease where source = 'alarms'`.execute(
      server.connection.db,
    );
    return rows[0]?.node ?? null;
  };

  test('a running server raises and resolves alarms by itself', async () => {
    const rule = await addRule({ name: 'Always', measure: 'attainmentByNow', limitValue: 0 });
    await waitUntil('the alarm', async () => (await listAlarms()).length === 1);
    await server.admin.call('/mes/system/alarmRule/delete', { ids: [rule.id] });
    await waitUntil('it is resolved', async () => (await listAlarms()).length === 0);
  });

  test('another node takes over when the lease of a node that has died has expired', async () => {
    const { db } = server.connection;
    await sql`update poll_lease set node = ${DEAD_NODE}::uuid, until = now() + interval '1 second' where source = 'alarms'`.execute(
      db,
    );
    const errors: unknown[] = [];
    const watches = [1, 2].map(
      () =>
        new AlarmWatch(db, {
          onError: (error) => errors.push(error),
          roundIntervalMs: ROUND_INTERVAL_MS,
          leaseDurationMs: LEASE_DURATION_MS,
        }),
    );
    try {
      await wait(3 * ROUND_INTERVAL_MS);
      expect(await readLeaseHolder()).toBe(DEAD_NODE);
      await waitUntil('a node takes over', async () => (await readLeaseHolder()) !== DEAD_NODE);
      const rule = await addRule({ name: 'Taken over', measure: 'attainmentByNow', limitValue: 0 });
      await waitUntil('the alarm', async () => (await listAlarms()).length === 1);
      await server.admin.call('/mes/system/alarmRule/delete', { ids: [rule.id] });
      await waitUntil('it is resolved', async () => (await listAlarms()).length === 0);
      expect(errors).toEqual([]);
    } finally {
      for (const watch of watches) await watch.close();
    }
  });

  test('screens are judged only after they have had time to report', async () => {
    const { db } = server.connection;
    const { id } = await server.admin.call<{ id: number }>('/mes/screen/save', { name: 'East wall' });
    await sql`update wall_screen set state = 'dark', seen_at = now() - interval '1 hour' where id = ${id}`.execute(
      db,
    );
    await addRule({ name: 'Dark', measure: 'screenSilentSeconds', limitValue: 90 });
    await wait(2000);
    expect(await listAlarms()).toEqual([]);
    // The lease of the server is deleted, so that a watch with a shorter grace time can take over.
    await sql`delete from poll_lease where source = 'alarms'`.execute(db);
    const watch = new AlarmWatch(db, {
      onError: () => undefined,
      roundIntervalMs: ROUND_INTERVAL_MS,
      screenGraceMs: 500,
      leaseDurationMs: 60_000,
    });
    try {
      await waitUntil('the dark screen', async () => (await listAlarms()).length > 0);
      expect((await listAlarms()).map(({ subject }) => subject)).toContain('East wall');
    } finally {
      await watch.close();
    }
  });
});
