import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RecordedRowsAnswer } from '#shared/answers/boards/recording.ts';
import { PRESET_SOURCES } from '#shared/boards/preset-sources.ts';
import { buildRowKey } from '#shared/kernel/report.ts';
import { makeRecordingPlan } from '#server/hooks/recorded-sources.ts';
import { expectSnapshot } from '#tests/support/board-fixture.ts';
import { makeBoard } from '#tests/support/board-maker.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { openScreen, waitUntil } from '#tests/support/live-node.ts';
import { makeUniqueText } from '#tests/support/makers.ts';
import { playSpan } from '#tests/support/play-span.ts';
import { startTestServer, type Caller, type TestServer } from '#tests/support/wire-server.ts';

const RECORDING_TIMEOUT_MS = 30_000;

describeForEachDatabase('The recorder of the boards of a factory', (database) => {
  let server: TestServer;
  let admin: Caller;
  beforeAll(async () => {
    server = await startTestServer(database, {
      ...{ MES_CAPTCHA: 'off', MES_RATE_LIMIT: '0' },
      MES_BOARD_RECORDING: 'on',
    });
    admin = await server.caller().logIn();
  });
  afterAll(() => server?.close());

  const listSourceTexts = async () => {
    const { loadFactories, loadSources } = makeRecordingPlan(server.connection.db);
    const [factory] = await loadFactories();
    return (await loadSources(factory!.factoryId)).map(
      ({ path, params }) => `${path} ${JSON.stringify(params)}`,
    );
  };
  const listPaths = async () =>
    new Set((await listSourceTexts()).map((sourceText) => sourceText.split(' ')[0]));
  const readRecordedSpans = async (path: string, params: Record<string, string>) => {
    const answer = await admin.call<RecordedRowsAnswer>('/mes/recording/rows', {
      sources: JSON.stringify([{ path, params }]),
      from: new Date(Date.now() - 600_000).toISOString(),
      until: new Date().toISOString(),
    });
    const [source] = answer.sources;
    return source && 'spans' in source ? source.spans : [];
  };

  it('records the default and the chosen content of large screens, and the sources of saved boards', async () => {
    const defaultPaths = new Set(
      [...PRESET_SOURCES.mainHall, ...PRESET_SOURCES.workshopAndon].map(({ path }) => path),
    );
    expect(await listPaths()).toEqual(defaultPaths);
    await admin.send('/mes/board/largeScreen/save', { screen: 'largeScreen2', preset: 'orderOverview' });
    expect(await listPaths()).toContain('/mes/form/orderSchedule');
    const params = { period: 'today' };
    const board = await admin.send<{ id: number; version: number }>('/mes/board/add', {
      name: makeUniqueText('Board'),
      content: JSON.stringify(makeBoard([])),
      sources: JSON.stringify([{ path: '/mes/form/outputByHour', params }]),
    });
    expect(await listPaths()).toContain('/mes/form/outputByHour');
    await waitUntil(
      'the board is recorded',
      async () => (await readRecordedSpans('/mes/form/outputByHour', params)).length > 0,
      RECORDING_TIMEOUT_MS,
    );
    await admin.send('/mes/board/delete', { ids: [board.id] });
    expect(await listPaths()).not.toContain('/mes/form/outputByHour');
    const isStillRecorded = async () => {
      const { rows } = await server.connection.pool.query<{ recent: boolean }>(
        `select max(recorded_until) > now() - interval '8 s' as recent from board_recording where source like '%outputByHour%'`,
      );
      return rows[0]!.recent;
    };
    await waitUntil('its recording ends', async () => !(await isStillRecorded()), RECORDING_TIMEOUT_MS);
  });

  it('takes the sources of other boards from their owners in turn', async () => {
    const { pool } = server.connection;
    const getSource = (limit: number) => ({ path: '/mes/form/openCalls', params: { limit: String(limit) } });
    const addBoardOf = async (ownerId: number | null, limits: readonly number[]) => {
      const board = await admin.send<{ id: number }>('/mes/board/add', {
        name: makeUniqueText('Board'),
        content: JSON.stringify(makeBoard([])),
        sources: JSON.stringify(limits.map(getSource)),
      });
      await pool.query('update board set owner_id = $1 where id = $2', [ownerId, board.id]);
      return board.id;
    };
    const ownBoard = await addBoardOf(null, [101]);
    const { rows } = await pool.query<{ id: number }>('select id from employee order by id limit 1');
    const manyBoardIds: number[] = [];
    for (let first = 1; first <= 100; first += 50)
      manyBoardIds.push(
        await addBoardOf(
          rows[0]!.id,
          Array.from({ length: 50 }, (_, index) => first + index),
        ),
      );
    const texts = await listSourceTexts();
    await admin.send('/mes/board/delete', { ids: [ownBoard, ...manyBoardIds] });
    const indexOf = (limit: number) =>
      texts.findIndex((text) => text === `/mes/form/openCalls {"limit":"${limit}"}`);
    const placesOfMany = Array.from({ length: 100 }, (_, index) => indexOf(index + 1)).filter(
      (place) => place >= 0,
    );
    expect(placesOfMany.length).toBeGreaterThan(50);
    expect(indexOf(101)).toBeGreaterThanOrEqual(0);
    // Source 101 is on the oldest board. Even so, at most one source of the owner with many boards comes before it.
    expect(placesOfMany.filter((place) => place < indexOf(101)).length).toBeLessThanOrEqual(1);
  });

  it('records the rows that a screen gets from each source of the large screens', async () => {
    await admin.send('/mes/system/basic/device/save', { code: makeUniqueText('D'), name: 'Lathe' });
    const screen = await openScreen(server.url, admin.token!);
    let rowCount = 0;
    for (const { path, params } of PRESET_SOURCES.mainHall) {
      const snapshot = expectSnapshot(await screen.watch(path, params));
      const readSpan = async () =>
        (await readRecordedSpans(path, params)).find(
          ({ from, until }) => from <= snapshot.at && snapshot.at <= until,
        );
      await waitUntil(
        `${path} is recorded`,
        async () => (await readSpan()) !== undefined,
        RECORDING_TIMEOUT_MS,
      );
      const span = (await readSpan())!;
      expect(span.rowKey).toEqual(snapshot.rowKey);
      const shownRows = new Map(snapshot.rows.map((row) => [buildRowKey(snapshot.rowKey, row), row]));
      expect([path, playSpan(span, snapshot.at)]).toEqual([path, shownRows]);
      rowCount += snapshot.rows.length;
    }
    screen.close();
    expect(rowCount).toBeGreaterThan(0);
  });
});
