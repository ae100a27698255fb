import { beforeAll, expect, it } from 'vitest';
import type {
  RecordedActivityAnswer,
  RecordedBoardAnswer,
  RecordedRowsAnswer,
} from '#shared/answers/boards/recording.ts';
import { buildSourceKey } from '#shared/kernel/live.ts';
import { decodeUser, type AnyUserAnswer } from '#shared/kernel/user-answer.ts';
import { packFrame } from '#server/recording/frame-content.ts';
import { beginRecordings, extendRecordings, writeFrames } from '#server/recording/write-recording.ts';
import { createAccessFixture } from '#tests/support/access-fixture.ts';
import { addBoard, makeTile, writeBoard } from '#tests/support/board-maker.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { makeUniqueText } from '#tests/support/makers.ts';
import { createTestFactory } from '#tests/support/floor.ts';
import { addScreen, openWallBrowser } from '#tests/support/screen-pairing.ts';
import type { Caller } from '#tests/support/wire-server.ts';

const CALLS_SOURCE = { path: '/mes/form/openCalls', params: {} };
const MINUTE_MS = 60_000;

describeForEachDatabase('The playback of boards', (database) => {
  const fixture = createAccessFixture(database);
  const from = new Date(Date.now() - 10 * MINUTE_MS).toISOString();
  const until = new Date(Date.now() - 5 * MINUTE_MS).toISOString();
  type Person = Awaited<ReturnType<typeof fixture.createPerson>>;
  let reader: Person;
  let stranger: Person;
  let designer: Person;

  /** Records one row of the open calls of a factory. */
  async function recordCall(factoryId: number, code: string): Promise<void> {
    const { db } = fixture.server.connection;
    const source = buildSourceKey(factoryId, CALLS_SOURCE.path, { limit: '200' });
    const [recordingId] = await beginRecordings(db, factoryId, [{ source, startedAt: from, problem: null }]);
    const content = await packFrame(JSON.stringify({ rowKey: ['id'], rows: [{ id: 1, code }] }));
    await writeFrames(db, factoryId, [
      { recordingId: recordingId!, at: from, isKey: true, intervalSeconds: 2, content },
    ]);
    await extendRecordings(db, factoryId, [{ id: recordingId!, until }]);
  }

  beforeAll(async () => {
    reader = await fixture.createPerson('REPORT_FORM_OPEN_CALLS');
    stranger = await fixture.createPerson('REPORT_FORM_DEVICE_STATES');
    designer = await fixture.createPerson('BOARD_DESIGN', 'BOARD_SHARE');
    const user = decodeUser(await fixture.admin.call<AnyUserAnswer>('/mes/login/current'));
    await recordCall(user.factoryId, 'OURS');
  });

  const makeFields = (sources: unknown) => ({ sources: JSON.stringify(sources), from, until });
  const readRows = (caller: Caller, ...sources: unknown[]) =>
    caller.call<RecordedRowsAnswer>('/mes/recording/rows', makeFields(sources));

  it('shows exactly the sources that the person may watch now', async () => {
    const sources = [
      CALLS_SOURCE,
      { path: '/mes/form/deviceStates', params: {} },
      { path: '/mes/form/openCalls', params: { limit: 'many' } },
      { path: '/mes/form/nothing', params: {} },
      { path: '/mes/login/current', params: {} },
    ];
    const answer = await readRows(reader.caller, ...sources);
    expect(answer.sources).toEqual([
      { spans: [expect.objectContaining({ rows: [{ id: 1, code: 'OURS' }], changes: [] })], tooLarge: [] },
      { refusal: 'noPermission' },
      { refusal: 'fieldsInvalid' },
      { refusal: 'notFound' },
      { refusal: 'notFound' },
    ]);
    expect((await readRows(stranger.caller, CALLS_SOURCE)).sources).toEqual([{ refusal: 'noPermission' }]);
    const countChangesAndSpans = async (caller: Caller) => {
      const activity = await caller.call<RecordedActivityAnswer>(
        '/mes/recording/activity',
        makeFields([CALLS_SOURCE]),
      );
      return [activity.changeCounts.reduce((sum, count) => sum + count, 0), activity.recorded.length];
    };
    expect(await countChangesAndSpans(reader.caller)).toEqual([1, 1]);
    expect(await countChangesAndSpans(stranger.caller)).toEqual([0, 0]);
  });

  it('returns the rows of equal sources once', async () => {
    const equalSource = { ...CALLS_SOURCE, params: { limit: '200' } };
    const answer = await readRows(
      reader.caller,
      { path: '/mes/form/nothing', params: {} },
      CALLS_SOURCE,
      equalSource,
    );
    expect(answer.sources[1]).toMatchObject({ spans: [{ rows: [{ id: 1 }] }] });
    expect(answer.sources[2]).toEqual({ sameAs: 1 });
  });

  it('is closed to other factories, customers and paired screens', async () => {
    const otherFactory = await createTestFactory(fixture.server.connection);
    const otherFactoryAnswer = await otherFactory.call<RecordedRowsAnswer>(
      '/mes/recording/rows',
      makeFields([CALLS_SOURCE]),
    );
    expect(otherFactoryAnswer.sources).toEqual([{ spans: [], tooLarge: [] }]);
    await recordCall(otherFactory.factoryId, 'THEIRS');
    expect(JSON.stringify(await readRows(reader.caller, CALLS_SOURCE))).not.toContain('THEIRS');

    const code = makeUniqueText('C');
    const { id: customerId } = await fixture.admin.send<{ id: number }>('/mes/system/basic/customer/save', {
      code,
      shortName: code,
    });
    const role = await fixture.makeRole(['WORK_ORDER'], 'customer');
    const buyer = { customerId, code: 'buyer', name: 'Buyer', roleIds: [role.id] };
    await fixture.admin.send('/mes/system/basic/customerUser/save', buyer);
    const customer = await fixture.logInFirstTime({ customerCode: code, employeeCode: 'buyer' });
    const { id: screenId } = await addScreen(fixture.admin);
    const browser = await openWallBrowser(fixture.server);
    await fixture.admin.send('/mes/screen/pair', { screenId, code: browser.code });
    const calls: [string, Record<string, unknown>][] = [
      ['/mes/recording/rows', makeFields([CALLS_SOURCE])],
      ['/mes/recording/activity', makeFields([CALLS_SOURCE])],
      ['/mes/recording/board', { id: 1, at: from }],
      ['/mes/recording/screen', { screen: 'largeScreen1', at: from }],
    ];
    for (const [path, fields] of calls)
      for (const caller of [customer, browser.caller])
        expect([path, await fixture.refusalOf(caller, path, fields)]).toEqual([path, 'noPermission']);
  });

  it('refuses malformed sources and times in the wrong order, and shortens long spans', async () => {
    const readRefusalCode = (fields: Record<string, unknown>) =>
      fixture.refusalOf(reader.caller, '/mes/recording/rows', { ...makeFields([CALLS_SOURCE]), ...fields });
    expect(await readRefusalCode({ sources: '{' })).toBe('fieldsInvalid');
    expect(await readRefusalCode({ sources: '[1]' })).toBe('fieldsInvalid');
    expect(await readRefusalCode({ from: 'yesterday' })).toBe('fieldsInvalid');
    expect(await readRefusalCode({ from: until, until: from })).toBe('startAfterEnd');
    const answer = await reader.caller.call<RecordedRowsAnswer>('/mes/recording/rows', {
      ...makeFields([CALLS_SOURCE]),
      from: '2026-01-01T00:00:00.000Z',
    });
    expect(answer.until).toBe('2026-01-01T00:15:00.000Z');
  });

  it('shows the board as it was at the requested moment', async () => {
    const board = await addBoard(designer.caller, [makeTile({ type: 'openCalls' })]);
    await writeBoard(designer.caller, board, [makeTile({ type: 'deviceStates' })]);
    const { pool } = fixture.server.connection;
    const getTimeAgo = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS).toISOString();
    for (const [edition, minutes] of [
      [1, 60],
      [2, 30],
    ])
      await pool.query('update board_version set saved_at = $1 where board_id = $2 and edition = $3', [
        getTimeAgo(minutes!),
        board.id,
        edition,
      ]);
    const readSpanAt = async (minutesAgo: number) => {
      const answer = await designer.caller.call<RecordedBoardAnswer>('/mes/recording/board', {
        id: board.id,
        at: getTimeAgo(minutesAgo),
      });
      const { tiles } = JSON.parse(answer.content!) as { tiles: { type: string }[] };
      return { ...answer, type: tiles[0]!.type };
    };
    expect(await readSpanAt(29)).toMatchObject({ type: 'deviceStates', until: null, isExact: true });
    const firstVersion = await readSpanAt(45);
    expect(firstVersion).toMatchObject({ type: 'openCalls', isExact: true });
    expect(Date.parse(firstVersion.until!)).toBeLessThan(Date.now() - 29 * MINUTE_MS);
    // The board did not exist yet at this moment, so its oldest version is returned as not exact.
    expect(await readSpanAt(90)).toMatchObject({ type: 'openCalls', isExact: false, from: null });
    expect(await fixture.refusalOf(reader.caller, '/mes/recording/board', { id: board.id, at: from })).toBe(
      'rowNotFound',
    );
  });

  it('shows old versions of a shared board only to those who may change it', async () => {
    const board = await addBoard(designer.caller, [makeTile({ type: 'openCalls' })]);
    const { id, version } = await writeBoard(designer.caller, board, [makeTile({ type: 'deviceStates' })]);
    await designer.caller.send('/mes/board/save', { id, version, name: board.name, sharing: 'everyone' });
    const { pool } = fixture.server.connection;
    await pool.query(
      `update board_version set saved_at = now() - interval '1 hour' / edition where board_id = $1`,
      [id],
    );
    const readBoardAt = async (caller: Caller, minutesAgo: number) => {
      const at = new Date(Date.now() - minutesAgo * MINUTE_MS).toISOString();
      const answer = await caller.call<RecordedBoardAnswer>('/mes/recording/board', { id, at });
      const { tiles } = JSON.parse(answer.content!) as { tiles: { type: string }[] };
      return { type: tiles[0]!.type, isExact: answer.isExact };
    };
    expect(await readBoardAt(designer.caller, 45)).toEqual({ type: 'openCalls', isExact: true });
    for (const minutes of [45, 90])
      expect(await readBoardAt(reader.caller, minutes)).toEqual({ type: 'deviceStates', isExact: false });
    expect(await readBoardAt(reader.caller, 20)).toEqual({ type: 'deviceStates', isExact: true });
  });

  it('shows what a large screen was set to show at the requested moment', async () => {
    const readScreenAt = (at: string) =>
      reader.caller.call<RecordedBoardAnswer>('/mes/recording/screen', { screen: 'largeScreen2', at });
    const readDatabaseTime = async () => {
      const { rows } = await fixture.server.connection.pool.query<{ now: string }>(
        'select clock_timestamp() as now',
      );
      return new Date(rows[0]!.now).toISOString();
    };
    const timeBeforeChoice = await readDatabaseTime();
    const board = await addBoard(designer.caller, [makeTile({ type: 'openCalls' })]);
    const { id, version } = await fixture.admin.send<{ id: number; version: number }>(
      '/mes/board/largeScreen/save',
      { screen: 'largeScreen2', boardId: board.id },
    );
    const timeWithBoard = await readDatabaseTime();
    await fixture.admin.send('/mes/board/largeScreen/save', {
      ...{ id, version, screen: 'largeScreen2' },
      boardId: null,
      preset: 'shiftProgress',
    });
    expect(await readScreenAt(await readDatabaseTime())).toMatchObject({
      preset: 'shiftProgress',
      content: null,
      until: null,
    });
    // A large screen shows its board to everyone, even if the board is not shared.
    const boardAnswer = await readScreenAt(timeWithBoard);
    expect(boardAnswer).toMatchObject({ preset: null, name: board.name, isExact: true });
    expect([boardAnswer.from! <= timeWithBoard, boardAnswer.until! >= timeWithBoard]).toEqual([true, true]);
    expect(await readScreenAt(timeBeforeChoice)).toMatchObject({
      preset: 'workshopAndon',
      content: null,
      isExact: true,
    });
  });
});
