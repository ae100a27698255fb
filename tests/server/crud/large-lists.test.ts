import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { registerCloseCallbackList } from '#tests/support/close-list.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { startTestServer } from '#tests/support/wire-server.ts';

const MATERIAL_ROW_COUNT = 100_000;
const ROWS_PER_INSERT = 10_000;
const MATERIAL_LIST_PATH = '/mes/system/basic/material/list';

interface ListedRow {
  id: number;
  code: string;
}

describeForEachDatabase(
  'A large reference list',
  (database) => {
    const closeCallbacks = registerCloseCallbackList();

    it('is read and sent in slices, so that other calls get their turn', async () => {
      const server = await startTestServer(database);
      closeCallbacks.push(() => server.close());
      const admin = await server.caller().logIn();
      // One statement for all rows would reach the time limit of statements on a busy machine.
      for (let first = 1; first <= MATERIAL_ROW_COUNT; first += ROWS_PER_INSERT)
        await sql`insert into material (factory_id, code, name)
          select f.id, 'M-' || lpad(n::text, 6, '0'), 'Material ' || n
          from factory f, generate_series(${first}::int, ${first + ROWS_PER_INSERT - 1}::int) n
          where f.code = 'TEST'`.execute(server.connection.db);
      await sql`analyze material`.execute(server.connection.db);

      const measureCall = async () => {
        let [longestTurnMs, hasEnded, lastTurnAt] = [0, false, performance.now()];
        const takeTurn = () => {
          const now = performance.now();
          longestTurnMs = Math.max(longestTurnMs, now - lastTurnAt);
          lastTurnAt = now;
          if (!hasEnded) setImmediate(takeTurn);
        };
        const startedAt = performance.now();
        takeTurn();
        const reply = await server.backend.call({
          path: MATERIAL_LIST_PATH,
          fields: { all: true },
          lang: 'en_US',
          sender: { ip: '', agent: 'test', token: admin.token },
        });
        const durationMs = performance.now() - startedAt;
        hasEnded = true;
        return { rows: reply.body as ListedRow[], took: durationMs, longest: longestTurnMs };
      };
      await measureCall();
      const { rows, took: durationMs, longest } = await measureCall();
      console.log(
        `${MATERIAL_ROW_COUNT} rows: ${durationMs.toFixed(0)} ms, the longest turn ${longest.toFixed(0)} ms`,
      );
      expect(rows).toHaveLength(MATERIAL_ROW_COUNT);
      expect(rows.map(({ code }) => code)).toEqual(rows.map(({ code }) => code).toSorted());
      expect(new Set(rows.map(({ id }) => id)).size).toBe(MATERIAL_ROW_COUNT);
      expect(longest).toBeLessThan(durationMs / 5);

      const listedRows = await admin.call<ListedRow[]>(MATERIAL_LIST_PATH, { all: true });
      expect(listedRows).toEqual(rows);
    });
  },
  'postgres',
);
