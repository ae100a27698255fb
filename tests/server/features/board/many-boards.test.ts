import { expect, it } from 'vitest';
import { sql } from 'kysely';
import type { WallAnswer } from '#shared/answers/boards/wall.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import { createAccessFixture } from '#tests/support/access-fixture.ts';
import { makeBoard } from '#tests/support/board-maker.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { pairNewScreen } from '#tests/support/screen-pairing.ts';
import { startTestServer } from '#tests/support/wire-server.ts';

const BOARD_COUNT = 10_000;
const SCREEN_COUNT = 500;
const PAGE_SIZE = 50;
/** The number of calls for each median duration. */
const CALLS_PER_MEASUREMENT = 5;
/** The maximum duration of a call, in milliseconds. A call that reads all boards or their contents takes longer. */
const MAX_CALL_MS = 1000;

describeForEachDatabase('A factory with 10,000 boards and 500 screens', (database) => {
  const fixture = createAccessFixture(database);

  it('reads pages of lists and the boards of a wall in less than a second', async () => {
    const { server, admin } = fixture;
    const { db } = server.connection;
    const person = await fixture.createPerson('BOARD_DESIGN');
    const content = JSON.stringify(makeBoard());
    // A tenth of the boards is shared with everybody, and a tenth with the role of the person.
    await sql`with added as (
        insert into board (factory_id, name, owner_id, sharing)
        select f.id, 'Board ' || lpad(n::text, 5, '0'), null,
          case n % 10 when 0 then 'everyone' when 1 then 'theseRoles' else 'ownerOnly' end
        from factory f, generate_series(1, ${BOARD_COUNT}::int) n where f.code = 'TEST'
        returning factory_id, id, sharing
      ), versions as (
        insert into board_version (factory_id, board_id, edition, content, tile_count, saved_by)
        select factory_id, id, 1, ${content}, 1, '' from added
      )
      insert into board_role_ids (factory_id, owner_id, position, target_id)
      select factory_id, id, 0, ${person.role.id} from added where sharing = 'theseRoles'`.execute(db);
    await sql`insert into wall_screen (factory_id, name, state, board_id)
      select f.id, 'Screen ' || lpad(n::text, 3, '0'), 'online',
        (select id from board where name = 'Board ' || lpad(n::text, 5, '0'))
      from factory f, generate_series(1, ${SCREEN_COUNT}::int) n where f.code = 'TEST'`.execute(db);
    await sql`analyze`.execute(db);
    const { rows: boards } = await sql<{
      id: number;
    }>`select id from board where name = 'Board 00042'`.execute(db);
    const { wall } = await pairNewScreen(server, admin, { boardId: boards[0]!.id });

    const measurements: string[] = [];
    const measureCall = async <T>(name: string, call: () => Promise<T>): Promise<T> => {
      const durationsMs: number[] = [];
      let answer = await call();
      for (let count = 0; count < CALLS_PER_MEASUREMENT; count++) {
        const startedAt = performance.now();
        answer = await call();
        durationsMs.push(performance.now() - startedAt);
      }
      const medianMs = durationsMs.toSorted((left, right) => left - right)[
        Math.floor(CALLS_PER_MEASUREMENT / 2)
      ]!;
      measurements.push(`${name} ${medianMs.toFixed(0)} ms`);
      expect(medianMs, name).toBeLessThan(MAX_CALL_MS);
      return answer;
    };
    const makePageReader =
      (path: string, fields: Record<string, unknown> = {}) =>
      (caller = admin) =>
        caller.call<PageAnswer<{ id: number }>>(path, { limit: PAGE_SIZE, ...fields });

    const firstPage = await measureCall('boards', () => makePageReader('/mes/board/page')());
    expect([firstPage.rows.length, firstPage.total]).toEqual([PAGE_SIZE, BOARD_COUNT]);
    const lastPage = await measureCall('last page', () =>
      makePageReader('/mes/board/page', { offset: BOARD_COUNT - PAGE_SIZE })(),
    );
    expect(lastPage.rows).toHaveLength(PAGE_SIZE);
    const personPage = await measureCall('boards of a person', () =>
      makePageReader('/mes/board/page')(person.caller),
    );
    expect([personPage.rows.length, personPage.total]).toEqual([PAGE_SIZE, BOARD_COUNT / 5]);
    const foundPage = await measureCall('search', () =>
      makePageReader('/mes/board/page', { search: '00042' })(),
    );
    expect(foundPage.total).toBe(1);
    const offeredRows = await measureCall('boards to choose from', () =>
      admin.call<unknown[]>('/mes/board/list', { search: 'Board' }),
    );
    expect(offeredRows.length).toBeLessThanOrEqual(PAGE_SIZE * 4);
    const screenPage = await measureCall('screens', () => makePageReader('/mes/screen/page')());
    expect([screenPage.rows.length, screenPage.total]).toEqual([PAGE_SIZE, SCREEN_COUNT + 1]);
    const wallAnswer = await measureCall('a wall', () => wall.call<WallAnswer>('/mes/wall/shown'));
    expect(wallAnswer.pictures.map(({ board }) => board?.name)).toEqual(['Board 00042']);
    await measureCall('a large screen', () => admin.call('/mes/board/shown', { screen: 'largeScreen1' }));

    if (database.kind === 'postgres') {
      // Start a second node while the database is full of boards.
      const startedAt = performance.now();
      const node = await startTestServer(database);
      measurements.push(`start of a node ${(performance.now() - startedAt).toFixed(0)} ms`);
      await node.close();
    }
    console.log(
      `${database.kind}, ${BOARD_COUNT} boards and ${SCREEN_COUNT} screens: ${measurements.join(', ')}`,
    );
  });
});
