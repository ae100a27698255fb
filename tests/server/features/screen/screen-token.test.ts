import { beforeAll, expect, it } from 'vitest';
import { PAIRED_SCREEN_PERMISSION, PUBLIC_PERMISSION } from '#shared/kernel/permissions.ts';
import { OPEN_ALARMS_SOURCE, PRESET_SOURCES } from '#shared/boards/preset-sources.ts';
import { formCallRoutes, rawRoutes } from '#server/mes/routes.ts';
import { reportDescriptors } from '#server/reports/index.ts';
import { createAccessFixture } from '#tests/support/access-fixture.ts';
import { getWatchRefusalCode } from '#tests/support/board-fixture.ts';
import { addBoard, makeBoard, makeTile } from '#tests/support/board-maker.ts';
import { countRowsAndVersions } from '#tests/support/count-rows.ts';
import { describeForEachDatabase, sampleItems } from '#tests/support/databases.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';
import { createTestFactory } from '#tests/support/floor.ts';
import { addCustomer, addKanban } from '#tests/support/kanban-maker.ts';
import { makeUniqueText } from '#tests/support/makers.ts';
import { pairNewScreen, readWallAnswer, type ScreenRow } from '#tests/support/screen-pairing.ts';
import { DEFAULT_PASSWORD, getErrorCode, makeUnusedIpAddress } from '#tests/support/wire-people.ts';
import type { Caller } from '#tests/support/wire-server.ts';

const LATEST_REPORTS = { path: '/mes/form/latestReports', params: { limit: '7' } };

describeForEachDatabase('The device token of a screen', (database) => {
  const fixture = createAccessFixture(database);
  let row: ScreenRow;
  let wall: Caller;

  /** Adds a board with one tile and these sources. */
  const addBoardWithSources = (caller: Caller, sources: unknown) =>
    caller.send<{ id: number; version: number }>('/mes/board/add', {
      name: makeUniqueText('Board'),
      content: JSON.stringify(makeBoard([makeTile({ type: 'latestReports' })])),
      sources: JSON.stringify(sources),
    });

  beforeAll(async () => {
    const board = await addBoardWithSources(fixture.admin, [LATEST_REPORTS]);
    ({ row, wall } = await pairNewScreen(fixture.server, fixture.admin, { boardId: board.id }));
  });

  it('is refused by every endpoint except the public ones and the one that reads its boards', async () => {
    const closedRoutes = formCallRoutes.filter(
      ({ permission }) => ![PUBLIC_PERMISSION, PAIRED_SCREEN_PERMISSION].includes(permission as string),
    );
    const before = await countRowsAndVersions(fixture.server.connection);
    for (const { path } of sampleItems(database, closedRoutes))
      expect([path, await fixture.refusalOf(wall, path, {})]).toEqual([path, 'noPermission']);
    const closedRawRoutes = rawRoutes.filter(({ permission }) => permission !== PAIRED_SCREEN_PERMISSION);
    for (const { path } of closedRawRoutes)
      expect([path, (await fixture.postRaw(wall, path)).status]).toEqual([path, 403]);
    expect(rawRoutes.length - closedRawRoutes.length).toBe(1);
    expect(await countRowsAndVersions(fixture.server.connection)).toEqual(before);
    expect(formCallRoutes.length - closedRoutes.length).toBe(5);
    expectItemsChecked(
      'endpoints closed to screens',
      sampleItems(database, closedRoutes).length + closedRawRoutes.length,
    );
  });

  it('does not allow calls of the report that its board shows, whatever the fields', async () => {
    for (const fields of [LATEST_REPORTS.params, {}, { ...LATEST_REPORTS.params, forSource: 'true' }])
      expect(await fixture.refusalOf(wall, LATEST_REPORTS.path, fields)).toBe('noPermission');
  });

  it('may watch only the sources of its board, with exactly their parameters, and the open alarms', async () => {
    const screen = await fixture.openScreen(wall);
    expect(getWatchRefusalCode(await screen.watch(LATEST_REPORTS.path, LATEST_REPORTS.params))).toBe(
      'let in',
    );
    for (const params of [{}, { limit: '8' }, { limit: '7', from: '1' }, { limit: "7' or '1'='1" }])
      expect([params, getWatchRefusalCode(await screen.watch(LATEST_REPORTS.path, params as never))]).toEqual(
        [params, 'noPermission'],
      );
    for (const { path } of reportDescriptors)
      expect([path, getWatchRefusalCode(await screen.watch(path))]).toEqual([
        path,
        path === OPEN_ALARMS_SOURCE.path ? 'let in' : 'noPermission',
      ]);
    expect(getWatchRefusalCode(await screen.watch('/mes/board/read'))).toBe('notFound');
    expect(screen.socket.connected).toBe(true);
    expectItemsChecked('sources closed to a screen', reportDescriptors.length - 1);
  });

  it('gives no alarms to a screen that shows the kanban of a customer', async () => {
    const kanban = await addKanban(fixture.admin, (await addCustomer(fixture.admin)).id);
    const source = { path: '/mes/form/customerKanban', params: { kanbanId: String(kanban.id) } };
    const board = await addBoardWithSources(fixture.admin, [source]);
    const pairing = await pairNewScreen(fixture.server, fixture.admin, { boardId: board.id });
    const screen = await fixture.openScreen(pairing.wall);
    expect(getWatchRefusalCode(await screen.watch(source.path, source.params))).toBe('let in');
    expect(getWatchRefusalCode(await screen.watch(OPEN_ALARMS_SOURCE.path))).toBe('noPermission');
  });

  it('gets the rows of a source that nobody else watches, and no messages about other rows', async () => {
    const screen = await fixture.openScreen(wall);
    const answer = await screen.watch(LATEST_REPORTS.path, LATEST_REPORTS.params);
    expect(answer).toMatchObject({ ok: true, rows: [] });
    await fixture.admin.send('/mes/system/basic/unit/save', { code: makeUniqueText(), name: 'Crate' });
    const adminScreen = await fixture.openScreen(fixture.admin);
    await fixture.admin.send('/mes/system/basic/unit/save', { code: makeUniqueText(), name: 'Box' });
    await expect.poll(() => adminScreen.changed.length).toBeGreaterThan(0);
    expect(screen.changed).toEqual([]);
  });

  it('follows the screen to another board: the new sources open and the old ones close', async () => {
    const screen = await fixture.openScreen(wall);
    await screen.watch(LATEST_REPORTS.path, LATEST_REPORTS.params);
    const commands: unknown[] = [];
    screen.socket.on('screen', (command) => commands.push(command));
    const { id, version } = await fixture.admin.call<ScreenRow>('/mes/screen/get', { id: row.id });
    await fixture.admin.send('/mes/screen/save', { id, version, boardId: null, preset: 'mainHall' });
    await expect.poll(() => commands).toEqual([{ command: 'show' }]);
    expect(screen.resets).toHaveLength(1);
    expect((await readWallAnswer(wall)).pictures).toMatchObject([{ preset: 'mainHall', board: null }]);
    for (const { path, params } of PRESET_SOURCES.mainHall)
      expect([path, getWatchRefusalCode(await screen.watch(path, params))]).toEqual([path, 'let in']);
    expect(getWatchRefusalCode(await screen.watch(LATEST_REPORTS.path, LATEST_REPORTS.params))).toBe(
      'noPermission',
    );
  });

  it('shows a saved change of its board at once, with its new sources', async () => {
    const board = await addBoardWithSources(fixture.admin, []);
    const pairing = await pairNewScreen(fixture.server, fixture.admin, { boardId: board.id });
    const screen = await fixture.openScreen(pairing.wall);
    expect(getWatchRefusalCode(await screen.watch('/mes/form/openCalls'))).toBe('noPermission');
    const commands: unknown[] = [];
    screen.socket.on('screen', (command) => commands.push(command));
    await fixture.admin.send('/mes/board/write', {
      id: board.id,
      version: board.version,
      content: JSON.stringify(makeBoard([makeTile({ type: 'openCalls' })])),
      sources: JSON.stringify([{ path: '/mes/form/openCalls', params: {} }]),
    });
    await expect.poll(() => commands).toEqual([{ command: 'show' }]);
    expect((await readWallAnswer(pairing.wall)).pictures[0]!.board!.content).toContain('openCalls');
    expect(getWatchRefusalCode(await screen.watch('/mes/form/openCalls'))).toBe('let in');
  });

  it('opens no report that is hidden from the person who saved or chose the board', async () => {
    const { caller: designer } = await fixture.createPerson(
      'BOARD_DESIGN',
      'SCREEN_MANAGE',
      'REPORT_FORM_OPEN_CALLS',
    );
    const board = await addBoardWithSources(designer, [
      LATEST_REPORTS,
      { path: '/mes/form/openCalls', params: {} },
    ]);
    const { wall: designerWall } = await pairNewScreen(fixture.server, designer, { boardId: board.id });
    const screen = await fixture.openScreen(designerWall);
    expect(getWatchRefusalCode(await screen.watch('/mes/form/openCalls'))).toBe('let in');
    expect(getWatchRefusalCode(await screen.watch(LATEST_REPORTS.path, LATEST_REPORTS.params))).toBe(
      'noPermission',
    );

    const adminBoard = await addBoardWithSources(fixture.admin, [LATEST_REPORTS]);
    const saveScreen = (values: Record<string, unknown>) =>
      designer.ask('/mes/screen/save', { name: makeUniqueText(), ...values });
    for (const [values, field] of [
      [{ boardId: adminBoard.id }, 'boardId'],
      [{ preset: 'mainHall' }, 'preset'],
    ] as const)
      expect((await saveScreen(values)).body).toMatchObject({
        code: 'noPermission',
        fields: { [field]: expect.any(String) },
      });
    const items = [{ boardId: adminBoard.id, preset: 'mainHall', seconds: 10 }];
    expect(
      (await designer.ask('/mes/screen/playlist/save', { name: makeUniqueText(), items })).body,
    ).toMatchObject({
      code: 'noPermission',
      fields: { items: expect.any(String) },
    });
  });

  it('of a factory reads nothing of another factory', async () => {
    const otherFactory = await createTestFactory(fixture.server.connection);
    const otherBoard = await otherFactory.call<{ id: number }>('/mes/board/add', {
      name: 'Theirs',
      content: JSON.stringify(makeBoard()),
    });
    expect(
      await fixture.refusalOf(fixture.admin, '/mes/screen/save', {
        name: makeUniqueText(),
        boardId: otherBoard.id,
      }),
    ).toBe('referenceMissing');
    const screen = await fixture.openScreen(wall);
    const answer = await screen.watch('/mes/form/openCalls');
    expect(answer).toMatchObject({ ok: true, key: expect.stringMatching(/^\d+ /) as string });
    const { rows } = await fixture.server.connection.pool.query<{ id: number }>(
      "select id from factory where code = 'TEST'",
    );
    expect(answer.ok && answer.key.startsWith(`${rows[0]!.id} `)).toBe(true);
  });

  it('shows a playlist, its call board, the open calls and every change of the playlist', async () => {
    const [firstBoard, secondBoard, callBoard] = [
      await addBoardWithSources(fixture.admin, [LATEST_REPORTS]),
      await addBoardWithSources(fixture.admin, [{ path: '/mes/form/outputByGroup', params: {} }]),
      await addBoard(fixture.admin),
    ];
    const playlist = await fixture.admin.send<{ id: number; version: number }>('/mes/screen/playlist/save', {
      name: makeUniqueText('List'),
      items: [
        { boardId: firstBoard.id, preset: 'mainHall', seconds: 20 },
        { boardId: secondBoard.id, preset: 'mainHall', seconds: 40 },
      ],
      callBoardId: callBoard.id,
    });
    const pairing = await pairNewScreen(fixture.server, fixture.admin, { playlistId: playlist.id });
    const wallAnswer = await readWallAnswer(pairing.wall);
    expect(wallAnswer.pictures.map(({ board, seconds }) => [board?.id, seconds])).toEqual([
      [firstBoard.id, 20],
      [secondBoard.id, 40],
    ]);
    expect(wallAnswer.callPicture?.board?.id).toBe(callBoard.id);
    const screen = await fixture.openScreen(pairing.wall);
    for (const path of ['/mes/form/outputByGroup', '/mes/form/openCalls'])
      expect([path, getWatchRefusalCode(await screen.watch(path))]).toEqual([path, 'let in']);
    expect(await fixture.refusalOf(fixture.admin, '/mes/board/delete', { ids: [secondBoard.id] })).toBe(
      'inUse',
    );
    const commands: unknown[] = [];
    screen.socket.on('screen', (command) => commands.push(command));
    await fixture.admin.send('/mes/screen/playlist/save', {
      id: playlist.id,
      version: playlist.version,
      items: [{ boardId: firstBoard.id, preset: 'mainHall', seconds: 20 }],
      callBoardId: null,
    });
    await expect.poll(() => commands).toEqual([{ command: 'show' }]);
    expect(getWatchRefusalCode(await screen.watch('/mes/form/outputByGroup'))).toBe('noPermission');
    expect(getErrorCode((await pairing.wall.ask('/mes/form/openCalls')).body)).toBe('noPermission');
  });

  it('is the only way into the account of a screen: nobody can log in as a screen', async () => {
    const { rows } = await fixture.server.connection.pool.query<{ code: string }>(
      'select code from account where wall_screen_id = $1',
      [row.id],
    );
    for (const employeeCode of [rows[0]!.code, row.name]) {
      const stranger = fixture.server.caller(makeUnusedIpAddress());
      const credentials = { factoryCode: 'TEST', employeeCode, password: DEFAULT_PASSWORD };
      expect(await fixture.refusalOf(stranger, '/mes/login/login', credentials)).toBe('loginFailed');
    }
  });

  it('obeys identify and reload, which reach only the named screen', async () => {
    const otherPairing = await pairNewScreen(fixture.server, fixture.admin);
    const [screen, otherScreen] = [
      await fixture.openScreen(wall),
      await fixture.openScreen(otherPairing.wall),
    ];
    const [commands, otherCommands]: unknown[][] = [[], []];
    screen.socket.on('screen', (command) => commands!.push(command));
    otherScreen.socket.on('screen', (command) => otherCommands!.push(command));
    await fixture.admin.send('/mes/screen/identify', { screenId: row.id });
    await fixture.admin.send('/mes/screen/reload', { screenId: row.id });
    await expect
      .poll(() => commands)
      .toEqual([{ command: 'identify', name: row.name }, { command: 'reload' }]);
    expect(otherCommands).toEqual([]);
  });
});
