import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { PresentSchedule, ScheduleRun } from '#shared/answers/schedule.ts';
import { WEEKDAYS } from '#shared/rules/weekday.ts';
import { startChildServer } from '#tests/support/child-server.ts';
import { openClient } from '#tests/support/client.ts';
import { registerCloseCallbackList } from '#tests/support/close-list.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { findFreePort, type ServerProcess } from '#tests/support/server-process.ts';
import { TEST_ADMIN } from '#tests/support/wire-server.ts';

const KILL_COUNT = 2;
const ORDER_COUNT = 4;
const STEP_COUNT = 8;
const EVERY_DAY = Object.fromEntries(WEEKDAYS.map((day) => [day, true]));
const PATH = '/mes/plan/schedule';

interface PlannedState {
  /** The ids of the plans from which the present operations come. */
  runIds: number[];
  operations: number;
  /** The ids of the plans that are applied and not replaced. */
  appliedIds: number[];
  /** How many applied plans the history contains. */
  logged: number;
}

describeForEachDatabase(
  'kill -9 while a plan is applied',
  (database) => {
    const closeCallbacks = registerCloseCallbackList();

    test('leaves the whole old plan or the whole new one', async () => {
      const port = await findFreePort();
      let server: ServerProcess = await startChildServer(database, port);
      closeCallbacks.push(() => server.end('SIGKILL').then(() => undefined));
      const client = await openClient(server.url, TEST_ADMIN);
      const save = async (path: string, fields: Record<string, unknown>) =>
        client.call<{ id: number; version: number }>(`${path}/save`, fields, randomUUID());
      const classTable = await save('/mes/system/classTable', {
        code: 'DAY',
        name: 'Day',
        shifts: [{ name: 'Day', startsAt: '08:00', endsAt: '16:00', ...EVERY_DAY }],
        breaks: [],
      });
      await save('/mes/system/roster', { classTableId: classTable.id, validFrom: '2020-01-01' });
      const group = await save('/mes/system/basic/group', { code: 'TURN', name: 'Turning' });
      await save('/mes/system/basic/device', { code: 'L1', name: 'Lathe', workGroupId: group.id });
      const craft = await save('/mes/system/basic/crafts', { code: 'T', name: 'Turn', deviceMinutes: 30 });
      for (let number = 0; number < ORDER_COUNT; number++) {
        const order = await save('/mes/order', { code: `O${number}`, name: 'Order', quantity: 1 });
        const part = await save('/mes/order/part', {
          orderId: order.id,
          code: 'P',
          name: 'Part',
          quantity: 1,
        });
        for (let step = 1; step <= STEP_COUNT; step++)
          await save('/mes/process', {
            partId: part.id,
            seq: step * 10,
            craftId: craft.id,
            workGroupId: group.id,
          });
        await client.call('/mes/order/release', { id: order.id, version: order.version }, randomUUID());
      }
      const propose = async (): Promise<number> => {
        const { id } = await client.call<{ id: number }>(
          `${PATH}/compute`,
          { keep: 'planAfresh', horizonDays: 20 },
          randomUUID(),
        );
        const readState = async () => (await client.call<ScheduleRun>(`${PATH}/status`, { id })).state;
        await expect.poll(readState, { interval: 50, timeout: 60_000 }).toBe('ready');
        return id;
      };
      const apply = (id: number) => client.call(`${PATH}/apply`, { id }, randomUUID());
      const readPlanned = async (): Promise<PlannedState> => {
        const { db } = await database.open();
        const { rows } = await sql<PlannedState>`
          select (select coalesce(json_agg(distinct run_id), '[]') from planned_operation) as run_ids,
            (select count(*)::int from planned_operation) as operations,
            (select json_agg(id) from schedule_run where state = 'applied' and replaced_at is null) as applied_ids,
            (select count(*)::int from log where action = 'applySchedule') as logged`.execute(db);
        await database.close();
        return rows[0]!;
      };

      let presentId = await propose();
      const startMs = performance.now();
      await apply(presentId);
      const applyMs = performance.now() - startMs;
      let appliedCount = 1;
      const outcomes: string[] = [];
      for (let kill = 1; kill <= KILL_COUNT; kill++) {
        const nextId = await propose();
        const answer = apply(nextId).then(
          () => 'answered',
          () => 'unanswered',
        );
        await wait(Math.random() * applyMs);
        await server.end('SIGKILL');
        const outcome = await answer;
        const planned = await readPlanned();
        const isNew = planned.appliedIds[0] === nextId;
        // A plan whose apply was answered is not lost.
        if (outcome === 'answered') expect(isNew).toBe(true);
        if (isNew) {
          presentId = nextId;
          appliedCount += 1;
        }
        expect(planned).toEqual({
          runIds: [presentId],
          operations: ORDER_COUNT * STEP_COUNT,
          appliedIds: [presentId],
          logged: appliedCount,
        });
        outcomes.push(`${outcome}, ${isNew ? 'the new' : 'the old'} plan`);
        server = await startChildServer(database, port);
        const present = await client.call<PresentSchedule>(`${PATH}/present`, {});
        expect(present.run!.id).toBe(presentId);
        expect(present.plan!.bars).toHaveLength(ORDER_COUNT * STEP_COUNT);
      }
      console.log(`${KILL_COUNT} kills within ${Math.round(applyMs)} ms: ${outcomes.join('; ')}`);
      expect(await server.end()).toBe(0);
    });
  },
  'embedded',
);
