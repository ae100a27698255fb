import { beforeAll, expect, it } from 'vitest';
import type { BoardAnswer, BoardComparison, BoardEditions } from '#shared/answers/boards/board.ts';
import { MAX_BOARD_VERSIONS } from '#shared/boards/board.ts';
import { createAccessFixture } from '#tests/support/access-fixture.ts';
import { addBoard, makeBoard, makeTile, writeBoard, type BoardRow } from '#tests/support/board-maker.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { waitUntil } from '#tests/support/live-node.ts';
import type { Caller } from '#tests/support/wire-server.ts';

describeForEachDatabase('The versions of a board', (database) => {
  const fixture = createAccessFixture(database);
  let caller: Caller;
  beforeAll(async () => {
    ({ caller } = await fixture.createPerson('BOARD_DESIGN'));
  });

  const readBoard = (id: number) => caller.call<BoardAnswer>('/mes/board/read', { id });
  const listVersions = (id: number) => caller.call<BoardEditions>('/mes/board/versions', { id });
  const compareEditions = async (id: number, before: number, after: number) =>
    (await caller.call<BoardComparison>('/mes/board/compare', { id, before, after })).differences;
  const restoreEdition = (id: number, version: number, edition: number) =>
    caller.send<BoardRow>('/mes/board/restore', { id, version, edition });

  it('are kept at each save, can be compared, and are saved again by a roll-back', async () => {
    const callsTile = makeTile({ type: 'openCalls', x: 12, settings: { pageSeconds: 8 } });
    const firstEdition = await addBoard(caller, [makeTile(), callsTile]);
    const secondEdition = await writeBoard(caller, firstEdition, [
      makeTile({ x: 6, w: 5 }),
      { ...callsTile, settings: { pageSeconds: 12 } },
      makeTile({ type: 'deviceStates', y: 12 }),
    ]);
    expect(secondEdition).toMatchObject({ edition: 2, tileCount: 3 });
    const { id } = firstEdition;
    expect(await compareEditions(id, 1, 2)).toEqual([
      { kind: 'tileAdded', type: 'deviceStates', at: { x: 0, y: 12, w: 6, h: 6 } },
      {
        kind: 'tileSettings',
        type: 'openCalls',
        changes: [{ name: 'pageSeconds', before: 8, after: 12 }],
      },
      {
        kind: 'tileMoved',
        type: 'orderProgress',
        before: { x: 0, y: 0, w: 6, h: 6 },
        after: { x: 6, y: 0, w: 5, h: 6 },
      },
      {
        kind: 'tileResized',
        type: 'orderProgress',
        before: { x: 0, y: 0, w: 6, h: 6 },
        after: { x: 6, y: 0, w: 5, h: 6 },
      },
    ]);
    expect((await compareEditions(id, 2, 1))[0]).toMatchObject({ kind: 'tileRemoved', type: 'deviceStates' });
    const thirdEdition = await restoreEdition(id, secondEdition.version, 1);
    expect(thirdEdition).toMatchObject({ edition: 3, tileCount: 2 });
    expect(await compareEditions(id, 1, 3)).toEqual([]);
    expect((await listVersions(id)).editions).toMatchObject([
      { edition: 3, restoredFrom: 1, tileCount: 2 },
      { edition: 2, restoredFrom: null, tileCount: 3 },
      { edition: 1, restoredFrom: null, tileCount: 2 },
    ]);
    expect(JSON.parse((await readBoard(id)).content)).toEqual(makeBoard([makeTile(), callsTile]));
  });

  it('are limited in number: the oldest are deleted, and cannot be saved again', async () => {
    let board = await addBoard(caller);
    for (let index = 0; index < MAX_BOARD_VERSIONS; index++) board = await writeBoard(caller, board, []);
    const { editions } = await listVersions(board.id);
    expect(editions.map(({ edition }) => edition)).toEqual(
      Array.from({ length: MAX_BOARD_VERSIONS }, (_, index) => MAX_BOARD_VERSIONS + 1 - index),
    );
    const { id, version } = board;
    expect(await fixture.refusalOf(caller, '/mes/board/restore', { id, version, edition: 1 })).toBe(
      'boardEditionGone',
    );
  });

  it('do not grow when only the name changes', async () => {
    const board = await addBoard(caller);
    const { id, version } = board;
    await caller.send('/mes/board/save', { id, version, name: 'Renamed' });
    expect((await listVersions(id)).editions).toHaveLength(1);
    expect(await readBoard(id)).toMatchObject({ name: 'Renamed', edition: 1, mayChange: true });
  });

  it('are saved one after the other: of two who save at once, the second is refused', async () => {
    const board = await addBoard(caller);
    const { id, version } = board;
    const makeFields = (x: number) => ({
      id,
      version,
      content: JSON.stringify(makeBoard([makeTile({ x })])),
    });
    const answers = await Promise.all(
      [1, 2].map((x) => fixture.refusalOf(caller, '/mes/board/write', makeFields(x))),
    );
    expect(answers.toSorted()).toEqual([null, 'stale'].toSorted());
    expect((await listVersions(id)).editions).toHaveLength(2);
    expect(await fixture.refusalOf(caller, '/mes/board/restore', { id, version, edition: 1 })).toBe('stale');
  });

  it('stay with a shared board that is deleted and then restored by a person who may not share boards', async () => {
    const savedBoard = await writeBoard(caller, await addBoard(caller), []);
    const { id, version, ownerId } = savedBoard;
    const board = await fixture.admin.send<BoardRow>('/mes/board/save', { id, version, sharing: 'everyone' });
    await caller.send('/mes/board/delete', { ids: [board.id] });
    const restorer = await fixture.createPerson('SYSTEM_DELETED_DATA');
    expect(await fixture.refusalOf(caller, '/mes/board/read', { id: board.id })).toBe('rowNotFound');
    await restorer.caller.send('/mes/system/deleted/restore', {
      rows: JSON.stringify([{ entity: 'board', id: board.id }]),
    });
    expect(await readBoard(board.id)).toMatchObject({ edition: 2, mayChange: true });
    const { rows } = await caller.call<{ rows: BoardRow[] }>('/mes/board/page', {
      filter: JSON.stringify({ id: board.id }),
    });
    expect(rows).toMatchObject([{ ownerId, edition: 2, sharing: 'everyone' }]);
  });

  it('reach the open screens of others at once, without their content', async () => {
    const otherPerson = await fixture.createPerson('TASK_REPORT');
    const screen = await fixture.openScreen(otherPerson.caller);
    const board = await addBoard(caller);
    // Changes of other topics, such as the new person's permissions, may arrive at any time and are left out.
    const listBoardChanges = () => screen.changed.filter(({ topic }) => topic === 'board');
    await waitUntil('the new board', () => listBoardChanges().length > 0);
    screen.changed.length = 0;
    await writeBoard(caller, board, []);
    await waitUntil('the next version', () => listBoardChanges().length > 0);
    const [change] = listBoardChanges();
    expect(change).toMatchObject({ topic: 'board', entity: 'board', ids: [board.id] });
    expect(Object.keys(change!).toSorted()).toEqual(['by', 'entity', 'ids', 'pos', 'topic']);
  });
});
