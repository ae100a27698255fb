import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { BoardAnswer } from '#shared/answers/boards/board.ts';
import { MAX_BOARD_TEXT_LENGTH, MAX_BOARD_TILES } from '#shared/boards/board.ts';
import { createAccessFixture } from '#tests/support/access-fixture.ts';
import { addBoard, makeBoard, makeTile, type BoardRow } from '#tests/support/board-maker.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import type { Caller } from '#tests/support/wire-server.ts';

const BOARD_COUNT = 10_000;

describeForEachDatabase('The text of a board', (database) => {
  const fixture = createAccessFixture(database);
  let caller: Caller;
  beforeAll(async () => {
    ({ caller } = await fixture.createPerson('BOARD_DESIGN'));
  });

  const importBoard = (content: string, fields: Record<string, unknown> = {}) =>
    caller.send<BoardRow>('/mes/board/add', { name: 'Imported', content, ...fields });
  const readBoard = ({ id }: { id: number }) => caller.call<BoardAnswer>('/mes/board/read', { id });
  const readMessage = async (content: string) => {
    const { body } = await caller.ask('/mes/board/add', { name: 'Imported', content });
    return body.success ? 'accepted' : body.message;
  };
  const makeTextWithTile = (tileFields: Record<string, unknown>) =>
    JSON.stringify({ ...makeBoard(), tiles: [{ ...makeTile(), ...tileFields }] });

  it('is exported as it was imported, also with an unknown widget, and with HTML as plain text', async () => {
    const html = '<img src=x onerror="alert(1)"> & 看板';
    const board = makeBoard([
      makeTile({
        type: 'futureWidget',
        version: 7,
        settings: { title: html, nested: { list: [1, null, true] } },
      }),
      makeTile({ x: 6 }),
    ]);
    const importedBoard = await importBoard(JSON.stringify(board, null, 2), { name: html });
    const answer = await readBoard(importedBoard);
    expect(answer.name).toBe(html);
    expect(JSON.parse(answer.content)).toEqual(board);
    expect((await readBoard(await importBoard(answer.content))).content).toBe(answer.content);
  });

  it('is refused with the place and the reason of the error', async () => {
    const board = makeBoard();
    const { stage: _stage, ...boardWithoutStage } = board;
    const wrongTexts: [string, string][] = [
      ['hello', 'it is not JSON'],
      ['[]', 'it is of the wrong type'],
      ['null', 'it is of the wrong type'],
      [JSON.stringify(boardWithoutStage), 'stage: it is missing'],
      [JSON.stringify({ ...board, format: 2 }), 'format: this value is not allowed'],
      [JSON.stringify({ ...board, owner: 1 }), 'owner: there is nothing of this name'],
      [
        JSON.stringify({ ...board, variables: { planet: 'x' } }),
        'variables.planet: there is nothing of this name',
      ],
      [makeTextWithTile({ x: '1' }), 'tiles[0].x: it is of the wrong type'],
      [makeTextWithTile({ w: 0 }), 'tiles[0].w: it is out of range'],
      [makeTextWithTile({ x: 20, w: 6 }), 'tiles[0]: the tile lies outside of the stage'],
      [makeTextWithTile({ html: '<b>' }), 'tiles[0].html: there is nothing of this name'],
      [makeTextWithTile({ settings: [] }), 'tiles[0].settings: it is of the wrong type'],
      [
        makeTextWithTile({ settings: 0 }).replace(
          '"settings":0',
          '"settings":{"__proto__":{"isAdmin":true}}',
        ),
        'tiles[0].settings.__proto__: this name is not allowed',
      ],
      [
        makeTextWithTile({ settings: { a: { constructor: { prototype: 1 } } } }),
        'tiles[0].settings.a.constructor: this name is not allowed',
      ],
      [
        makeTextWithTile({ settings: 0 }).replace('"settings":0', '"settings":{"a":1e999}'),
        'settings.a: it is out of range',
      ],
      [
        makeTextWithTile({ settings: { a: JSON.parse('['.repeat(40) + ']'.repeat(40)) as unknown } }),
        'it is nested too deeply',
      ],
      [
        JSON.stringify(makeBoard(Array.from({ length: MAX_BOARD_TILES + 1 }, () => makeTile()))),
        'tiles: it is out of range',
      ],
    ];
    for (const [content, message] of wrongTexts) expect(await readMessage(content)).toContain(message);
    const readRefusedFields = async (content: string) => {
      const { body } = await caller.ask('/mes/board/add', { name: 'Imported', content });
      return body.success ? {} : body.fields;
    };
    expect(
      await readRefusedFields(makeTextWithTile({ settings: { a: 'x'.repeat(MAX_BOARD_TEXT_LENGTH) } })),
    ).toEqual({
      content: expect.any(String) as string,
    });
    for (const brokenCharacter of ['\u0000', '\ud800'])
      expect(await readRefusedFields(makeTextWithTile({ settings: { a: brokenCharacter } }))).toEqual({
        'content.tiles[0].settings.a': expect.any(String) as string,
      });
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  it('is refused for an existing board too, and the board stays unchanged', async () => {
    const { id, version } = await addBoard(caller);
    const refusal = await fixture.refusalOf(caller, '/mes/board/write', { id, version, content: '{}' });
    expect(refusal).toBe('boardInvalid');
    expect(await readBoard({ id })).toMatchObject({
      version,
      edition: 1,
      content: JSON.stringify(makeBoard()),
    });
  });

  it('of a preset or of another board becomes a board of its own', async () => {
    const presetBoard = await importBoard(JSON.stringify(makeBoard()), { preset: 'mainHall' });
    expect(presetBoard).toMatchObject({ preset: 'mainHall', edition: 1 });
    const copy = await caller.send<BoardRow>('/mes/board/copy', { id: presetBoard.id, name: 'Hall 3' });
    expect(copy).toMatchObject({ name: 'Hall 3', preset: 'mainHall', edition: 1, sharing: 'ownerOnly' });
    expect((await readBoard(copy)).content).toBe((await readBoard(presetBoard)).content);
    expect(
      await fixture.refusalOf(caller, '/mes/board/add', { name: 'X', content: '{}', preset: 'moon' }),
    ).toBe('fieldsInvalid');
  });

  it('is not in the board list: a page of many boards is small, and its query uses an index', async () => {
    const { db } = fixture.server.connection;
    const content = JSON.stringify(makeBoard([makeTile({ settings: { note: 'x'.repeat(2000) } })]));
    await sql`with added as (
        insert into board (factory_id, name, sharing)
        select f.id, 'Many ' || lpad(n::text, 6, '0'), 'everyone'
        from factory f, generate_series(1, ${BOARD_COUNT}::int) n where f.code = 'TEST'
        returning factory_id, id)
      insert into board_version (factory_id, board_id, edition, content, tile_count, saved_by)
      select factory_id, id, 1, ${content}, 1, 'test' from added`.execute(db);
    await sql`analyze board`.execute(db);
    const page = await caller.call<{ rows: BoardRow[]; total: number }>('/mes/board/page', { limit: 100 });
    expect(page.rows).toHaveLength(100);
    expect(page.total).toBeGreaterThanOrEqual(BOARD_COUNT);
    expect(JSON.stringify(page).length).toBeLessThan(100 * 600);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select t.id from board t
      where t.factory_id = (select id from factory where code = 'TEST') and t.deleted_at is null
      order by t.name, t.id limit 100`.execute(db);
    const plan = rows.map((row) => Object.values(row)[0]).join('\n');
    expect(plan).toContain('board_factory_id_name');
  });
});
