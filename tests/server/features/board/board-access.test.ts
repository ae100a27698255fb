import { beforeAll, expect, it } from 'vitest';
import type { LargeScreenAnswer } from '#shared/answers/boards/board.ts';
import { createAccessFixture } from '#tests/support/access-fixture.ts';
import { addBoard, makeBoard, type BoardRow } from '#tests/support/board-maker.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { makeUniqueText } from '#tests/support/makers.ts';
import type { Caller } from '#tests/support/wire-server.ts';

describeForEachDatabase('A board', (database) => {
  const fixture = createAccessFixture(database);
  type Person = Awaited<ReturnType<typeof fixture.createPerson>>;
  let owner: Person;
  let reader: Person;
  let designer: Person;
  let manager: Person;
  let customer: Caller;

  beforeAll(async () => {
    owner = await fixture.createPerson('BOARD_DESIGN', 'BOARD_SHARE');
    reader = await fixture.createPerson('TASK_REPORT');
    designer = await fixture.createPerson('BOARD_DESIGN');
    manager = await fixture.createPerson('BOARD_DESIGN', 'BOARD_SHARE', 'SCREEN_MANAGE');
    const code = makeUniqueText('C');
    const { id: customerId } = await fixture.admin.send<{ id: number }>('/mes/system/basic/customer/save', {
      code,
      shortName: code,
    });
    const role = await fixture.makeRole(['WORK_ORDER'], 'customer');
    await fixture.admin.send('/mes/system/basic/customerUser/save', {
      customerId,
      code: 'buyer',
      name: 'Buyer',
      roleIds: [role.id],
    });
    customer = await fixture.logInFirstTime({
      customerCode: code,
      employeeCode: 'buyer',
    });
  });

  const shareBoard = (caller: Caller, { id, version }: BoardRow, sharing: string, roleIds: number[] = []) =>
    caller.send<BoardRow>('/mes/board/save', { id, version, sharing, roleIds });
  const readRefusals = async (caller: Caller, { id, version }: BoardRow) => ({
    read: await fixture.refusalOf(caller, '/mes/board/read', { id }),
    copy: await fixture.refusalOf(caller, '/mes/board/copy', { id, name: 'Copy' }),
    versions: await fixture.refusalOf(caller, '/mes/board/versions', { id }),
    write: await fixture.refusalOf(caller, '/mes/board/write', {
      id,
      version,
      content: JSON.stringify(makeBoard([])),
    }),
    restore: await fixture.refusalOf(caller, '/mes/board/restore', { id, version, edition: 1 }),
    share: await fixture.refusalOf(caller, '/mes/board/save', { id, version, sharing: 'everyone' }),
    remove: await fixture.refusalOf(caller, '/mes/board/delete', { ids: [id] }),
  });
  const listSeenBoardIds = async (caller: Caller) =>
    (await caller.call<{ rows: BoardRow[] }>('/mes/board/page', { limit: 500 })).rows.map(({ id }) => id);

  it('is seen and changed only by its owner and those who manage wall displays, until it is shared', async () => {
    const board = await addBoard(owner.caller);
    expect(board).toMatchObject({ ownerId: owner.id, sharing: 'ownerOnly', edition: 1, tileCount: 1 });
    expect(await listSeenBoardIds(owner.caller)).toContain(board.id);
    expect(await listSeenBoardIds(manager.caller)).toContain(board.id);
    expect(await listSeenBoardIds(designer.caller)).not.toContain(board.id);
    expect(await listSeenBoardIds(reader.caller)).not.toContain(board.id);
    const listedBoards = await reader.caller.call<{ id: number }[]>('/mes/board/list', { all: true });
    expect(listedBoards.map(({ id }) => id)).not.toContain(board.id);
    expect(await readRefusals(designer.caller, board)).toEqual({
      read: 'rowNotFound',
      copy: 'rowNotFound',
      versions: 'rowNotFound',
      write: 'rowNotFound',
      restore: 'rowNotFound',
      share: 'rowNotFound',
      remove: 'boardNotYours',
    });
    const renamedBoard = await manager.caller.send<BoardRow>('/mes/board/save', {
      id: board.id,
      version: board.version,
      name: 'Hall 2',
    });
    expect(renamedBoard).toMatchObject({ name: 'Hall 2', ownerId: owner.id, edition: 1 });
  });

  it('that is shared with a role is seen by people with this role, and by nobody else', async () => {
    const board = await shareBoard(owner.caller, await addBoard(owner.caller), 'theseRoles', [
      reader.role.id,
    ]);
    expect(await listSeenBoardIds(reader.caller)).toContain(board.id);
    expect(await listSeenBoardIds(designer.caller)).not.toContain(board.id);
    expect(await readRefusals(reader.caller, board)).toEqual({
      read: null,
      copy: 'noPermission',
      versions: 'noPermission',
      write: 'noPermission',
      restore: 'noPermission',
      share: 'noPermission',
      remove: 'noPermission',
    });
    const unsharedBoard = await shareBoard(owner.caller, board, 'ownerOnly');
    expect(unsharedBoard.roleIds).toEqual([]);
    expect(await fixture.refusalOf(reader.caller, '/mes/board/read', { id: board.id })).toBe('rowNotFound');
  });

  it('that is shared with everyone can be read and copied by a designer, who can change only the copy', async () => {
    const board = await shareBoard(owner.caller, await addBoard(owner.caller), 'everyone');
    expect(await readRefusals(designer.caller, board)).toEqual({
      read: null,
      copy: null,
      versions: 'boardNotYours',
      write: 'boardNotYours',
      restore: 'boardNotYours',
      share: 'boardNotYours',
      remove: 'boardNotYours',
    });
    const copiedBoards = await designer.caller.call<{ rows: BoardRow[] }>('/mes/board/page', {
      filter: JSON.stringify({ ownerId: designer.id }),
    });
    expect(copiedBoards.rows).toMatchObject([{ name: 'Copy', sharing: 'ownerOnly', tileCount: 1 }]);
  });

  it('is shared only by somebody who may share boards, and with at least one role', async () => {
    const board = await addBoard(designer.caller);
    const { id, version } = board;
    expect(
      await fixture.refusalOf(designer.caller, '/mes/board/save', { id, version, sharing: 'everyone' }),
    ).toBe('noPermission');
    expect(
      await fixture.refusalOf(designer.caller, '/mes/board/save', { name: 'Mine', sharing: 'everyone' }),
    ).toBe('noPermission');
    const ownerBoard = await addBoard(owner.caller);
    const fieldsWithoutRoles = {
      id: ownerBoard.id,
      version: ownerBoard.version,
      sharing: 'theseRoles',
      roleIds: [],
    };
    expect((await owner.caller.ask('/mes/board/save', fieldsWithoutRoles)).body).toMatchObject({
      code: 'fieldsInvalid',
      fields: { roleIds: expect.any(String) as string },
    });
  });

  it('is hidden from customers and from other factories', async () => {
    const board = await shareBoard(owner.caller, await addBoard(owner.caller), 'everyone');
    for (const path of ['read', 'page', 'list', 'versions'])
      expect(await fixture.refusalOf(customer, `/mes/board/${path}`, { id: board.id })).toBe('noPermission');
    expect(await fixture.refusalOf(customer, '/mes/board/shown', { screen: 'largeScreen1' })).toBe(
      'noPermission',
    );
    const { connection } = fixture.server;
    await connection.pool.query("insert into factory (code, name) values ('ELSE', 'Elsewhere')");
    await connection.pool.query(`insert into board (factory_id, name, sharing)
      select id, 'Far', 'everyone' from factory where code = 'ELSE'`);
    const { rows } = await connection.pool.query<{ id: number }>("select id from board where name = 'Far'");
    expect(await listSeenBoardIds(manager.caller)).not.toContain(rows[0]!.id);
    expect(await fixture.refusalOf(manager.caller, '/mes/board/read', { id: rows[0]!.id })).toBe(
      'rowNotFound',
    );
  });

  it('is shown on a large screen to everyone once the factory has chosen it, and cannot be deleted meanwhile', async () => {
    const readShownBoard = (caller: Caller) =>
      caller.call<LargeScreenAnswer>('/mes/board/shown', { screen: 'largeScreen2' });
    expect(await readShownBoard(reader.caller)).toEqual({ preset: 'workshopAndon', board: null });
    const board = await addBoard(owner.caller);
    const choice = { screen: 'largeScreen2', boardId: board.id };
    expect(await fixture.refusalOf(owner.caller, '/mes/board/largeScreen/save', choice)).toBe('noPermission');
    const { id, version } = await manager.caller.send<{ id: number; version: number }>(
      '/mes/board/largeScreen/save',
      choice,
    );
    expect((await readShownBoard(reader.caller)).board).toEqual({
      name: board.name,
      content: JSON.stringify(makeBoard()),
    });
    expect(await fixture.refusalOf(reader.caller, '/mes/board/read', { id: board.id })).toBe('rowNotFound');
    expect(await fixture.refusalOf(owner.caller, '/mes/board/delete', { ids: [board.id] })).toBe('inUse');
    const presetFields = { id, version, boardId: null, preset: 'mainHallUpright' };
    await manager.caller.send('/mes/board/largeScreen/save', presetFields);
    expect(await readShownBoard(reader.caller)).toEqual({ preset: 'mainHallUpright', board: null });
    expect(await fixture.refusalOf(owner.caller, '/mes/board/delete', { ids: [board.id] })).toBeNull();
  });
});
