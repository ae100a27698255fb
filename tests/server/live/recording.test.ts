import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { buildSourceKey } from '#shared/kernel/live.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import { getDatabaseTime } from '#server/db/clock.ts';
import type { Connection } from '#server/db/connect.ts';
import { deleteOldRecordings } from '#server/jobs/prune-board-recordings.ts';
import { attachLiveUpdates } from '#server/live/attach.ts';
import { packFrame } from '#server/recording/frame-content.ts';
import { readActivity } from '#server/recording/read-activity.ts';
import { readRecordings } from '#server/recording/read-recording.ts';
import { beginRecordings, extendRecordings, writeFrames } from '#server/recording/write-recording.ts';
import { expectSnapshot } from '#tests/support/board-fixture.ts';
import { registerCloseCallbackList } from '#tests/support/close-list.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import {
  addCustomer,
  customersReport,
  FakeBackend,
  makeFactory,
  renameCustomer,
  runInTransaction,
} from '#tests/support/fake-backend.ts';
import { openScreen, startLiveNode, waitUntil, type LiveNode } from '#tests/support/live-node.ts';
import { playSpan } from '#tests/support/play-span.ts';

const PARAMS = { limit: '100' };
const DAY_MS = 86_400_000;

let factoryCount = 0;

const sortRows = (rows: Iterable<ReportRow>): ReportRow[] =>
  [...rows].sort((left, right) => Number(left.id) - Number(right.id));

describeForEachDatabase('The recording of boards', (database) => {
  const closeCallbacks = registerCloseCallbackList();

  async function setUp() {
    const connection = await database.open();
    const factoryId = await makeFactory(connection, `REC${factoryCount++}`);
    const backend = new FakeBackend(connection);
    backend.addUser('li', { factoryId });
    const factory = { factoryId, factoryCode: '', factoryName: '', zone: 'Asia/Shanghai' };
    backend.recordedFactories = [factory];
    backend.recordedSources = [{ path: customersReport.path, params: {} }];
    const key = buildSourceKey(factoryId, customersReport.path, PARAMS);
    const startNode = async (): Promise<LiveNode> => {
      const node = await startLiveNode(attachLiveUpdates, { backend, connection, shouldRecordBoards: true });
      closeCallbacks.push(() => node.close());
      return node;
    };
    const getNow = () => getDatabaseTime(connection.db).toISOString();
    const readRecording = async (from: string, until: string = getNow()) =>
      (await readRecordings(connection.db, factoryId, [key], { from, until })).get(key) ?? {
        spans: [],
        tooLarge: [],
      };
    return { connection, factoryId, backend, key, startNode, getNow, read: readRecording };
  }

  const countFrames = async (connection: Connection, factoryId: number) => {
    const { rows } = await sql<{ keys: number; changes: number; recordings: number }>`
      select (select count(*) from board_recording where factory_id = ${factoryId}) as recordings,
        count(*) filter (where is_key) as keys, count(*) filter (where not is_key) as changes
      from board_frame where factory_id = ${factoryId}`.execute(connection.db);
    return rows[0]!;
  };
  const waitForChanges = (connection: Connection, factoryId: number, count: number) =>
    waitUntil(
      `${count} recorded changes`,
      async () => (await countFrames(connection, factoryId)).changes >= count,
      20_000,
    );
  const waitForKeyFrames = (connection: Connection, factoryId: number, count: number) =>
    waitUntil(
      `${count} key frames`,
      async () => (await countFrames(connection, factoryId)).keys >= count,
      30_000,
    );

  it('plays back exactly the rows that a screen showed, also after a row was removed', async () => {
    const { connection, factoryId, backend, startNode, getNow, read } = await setUp();
    const ids: number[] = [];
    for (const code of ['A', 'B', 'C']) ids.push(await addCustomer(connection, factoryId, code));
    const node = await startNode();
    const screen = await openScreen(node.url, 'li');
    closeCallbacks.push(screen.close);
    const from = getNow();
    const firstSnapshot = expectSnapshot(await screen.watch(customersReport.path));
    await waitForKeyFrames(connection, factoryId, 1);
    const changes = [
      () => renameCustomer(connection, factoryId, ids[0]!, 'Ay'),
      () => addCustomer(connection, factoryId, 'D'),
      () =>
        runInTransaction(connection, factoryId, async (tx) => {
          await tx.db.deleteFrom('customer').where('id', '=', ids[1]!).execute();
          tx.announce('setting', 'customer', [ids[1]!]);
        }),
      () => renameCustomer(connection, factoryId, ids[2]!, 'See'),
    ];
    for (const [index, change] of changes.entries()) {
      await change();
      await waitUntil('the screen shows the change', () => screen.frames.length === index + 1);
      await waitForChanges(connection, factoryId, index + 1);
    }
    await node.close();
    const { spans } = await read(from);
    expect(spans).toHaveLength(1);
    expect(spans[0]!.changes.map(({ at }) => at)).toEqual(screen.frames.map(({ at }) => at));

    // Returns the rows that the screen showed at a moment: the result of the frames received until then.
    const getScreenRowsAt = (at: string) => {
      const rows = new Map(firstSnapshot.rows.map((row) => [String(row.id), row]));
      for (const frame of screen.frames.filter((candidate) => candidate.at <= at)) {
        for (const key of frame.remove) rows.delete(key);
        for (const row of frame.upsert) rows.set(String(row.id), row);
      }
      return sortRows(rows.values());
    };
    const [fromMs, untilMs] = [Date.parse(spans[0]!.from), Date.parse(spans[0]!.until)];
    const moments = [
      ...Array.from({ length: 20 }, () => fromMs + Math.random() * (untilMs - fromMs)),
      ...screen.frames.flatMap(({ at }) => [Date.parse(at) - 1, Date.parse(at)]),
      untilMs,
    ].map((ms) => new Date(ms).toISOString());
    for (const at of moments) {
      expect([at, sortRows(playSpan(spans[0]!, at).values())]).toEqual([at, getScreenRowsAt(at)]);
      // A playback that begins at this moment shows the same rows.
      const [laterSpan] = (await read(at)).spans;
      expect([at, sortRows(laterSpan!.rows)]).toEqual([at, getScreenRowsAt(at)]);
    }
    expect(getScreenRowsAt(getNow()).some(({ id }) => id === ids[1])).toBe(false);
    // The screen and the recorder share one computation of each change.
    expect(backend.calls.length).toBeLessThanOrEqual(1 + changes.length * 2);
  });

  it('goes on while nobody watches, and is not computed more often than it is written', async () => {
    const { connection, factoryId, backend, startNode, getNow, read } = await setUp();
    const id = await addCustomer(connection, factoryId, 'A');
    await startNode();
    await waitForKeyFrames(connection, factoryId, 1);
    const callCount = backend.calls.length;
    const startMs = Date.now();
    for (let index = 0; index < 60; index++) {
      await renameCustomer(connection, factoryId, id, `A${index}`);
      await wait(50);
    }
    const isRecorded = async () => {
      const span = (await read(new Date(startMs - 10_000).toISOString())).spans.at(-1);
      return [...(span ? playSpan(span, getNow()) : new Map<string, ReportRow>()).values()].some(
        ({ shortName }) => shortName === 'A59',
      );
    };
    await waitUntil('the last name is recorded', isRecorded, 20_000);
    const seconds = (Date.now() - startMs) / 1000;
    expect(backend.calls.length - callCount).toBeLessThanOrEqual(Math.ceil(seconds / 2) + 1);
    expect(backend.calls.every(({ forRecording }) => forRecording?.factoryId === factoryId)).toBe(true);
  });

  it('is made by one of two nodes; when that node stops, the other node begins with a key frame', async () => {
    const { connection, factoryId, startNode, getNow, read } = await setUp();
    const from = getNow();
    const id = await addCustomer(connection, factoryId, 'A');
    const nodes = [await startNode(), await startNode()];
    await waitForKeyFrames(connection, factoryId, 1);
    await renameCustomer(connection, factoryId, id, 'Ay');
    await waitForChanges(connection, factoryId, 1);
    await wait(6000);
    expect(await countFrames(connection, factoryId)).toEqual({ recordings: 1, keys: 1, changes: 1 });
    await nodes[0]!.close();
    await waitForKeyFrames(connection, factoryId, 2);
    await renameCustomer(connection, factoryId, id, 'Aye');
    await waitForChanges(connection, factoryId, 2);
    await nodes[1]!.close();
    const { spans } = await read(from);
    expect(
      spans.map((span) => [...playSpan(span, getNow()).values()].map(({ shortName }) => shortName)),
    ).toEqual([['Ay'], ['Aye']]);
    // There is a gap between the two recordings.
    expect(spans[0]!.until < spans[1]!.from).toBe(true);
  });

  it('computes the rows of a moment from the last key frame before the moment', async () => {
    const { connection, factoryId, key, read } = await setUp();
    const startMs = Date.parse('2026-01-05T08:00:00.000Z');
    const toTimeAfterStart = (minutes: number) => new Date(startMs + minutes * 60_000).toISOString();
    const [recordingId] = await beginRecordings(connection.db, factoryId, [
      { source: key, startedAt: toTimeAfterStart(0), problem: null },
    ]);
    const makeRow = (id: number, minute: number) => ({ id, code: `C${id}`, shortName: `${minute}` });
    const writeFrame = async (minute: number, isKey: boolean, content: object) =>
      writeFrames(connection.db, factoryId, [
        {
          recordingId: recordingId!,
          at: toTimeAfterStart(minute),
          isKey,
          intervalSeconds: 2,
          content: await packFrame(JSON.stringify(content)),
        },
      ]);
    await writeFrame(0, true, { rowKey: ['id'], rows: [makeRow(1, 0), makeRow(2, 0)] });
    await writeFrame(30, false, { upsert: [makeRow(1, 30)], remove: ['2'] });
    await writeFrame(60, true, { rowKey: ['id'], rows: [makeRow(1, 30), makeRow(3, 60)] });
    await writeFrame(90, false, { upsert: [makeRow(3, 90)], remove: ['1'] });
    await extendRecordings(connection.db, factoryId, [{ id: recordingId!, until: toTimeAfterStart(120) }]);

    const readNames = async (minute: number) => {
      const [span] = (await read(toTimeAfterStart(minute), toTimeAfterStart(minute + 1))).spans;
      return sortRows(span?.rows ?? []).map(({ id, shortName }) => `${id}:${shortName}`);
    };
    expect(await readNames(29)).toEqual(['1:0', '2:0']);
    expect(await readNames(30)).toEqual(['1:30']);
    expect(await readNames(60)).toEqual(['1:30', '3:60']);
    expect(await readNames(95)).toEqual(['3:90']);
    // Within a span, a key frame is returned as the difference from the rows before it.
    const [span] = (await read(toTimeAfterStart(45), toTimeAfterStart(100))).spans;
    expect(span!.changes.map((change) => [change.at, change.upsert.length, change.remove])).toEqual([
      [toTimeAfterStart(60), 1, []],
      [toTimeAfterStart(90), 1, ['1']],
    ]);
    expect((await read(toTimeAfterStart(121), toTimeAfterStart(122))).spans).toEqual([]);
    expect((await read(toTimeAfterStart(-9), toTimeAfterStart(-1))).spans).toEqual([]);
    const activity = await readActivity(connection.db, factoryId, [key], {
      from: toTimeAfterStart(0),
      until: toTimeAfterStart(240),
    });
    expect(activity.changeCounts.flatMap((count, partIndex) => (count > 0 ? [partIndex] : []))).toEqual([
      0, 30, 60, 90,
    ]);
    expect(activity.recorded).toEqual([{ from: toTimeAfterStart(0), until: toTimeAfterStart(120) }]);
  });

  it('returns the sources one call after the other when an answer is full', async () => {
    const { connection, factoryId, key } = await setUp();
    const keys = [key, `${key} 2`, `${key} 3`];
    const [from, until] = ['2026-01-05T08:00:00.000Z', '2026-01-05T08:10:00.000Z'] as const;
    const content = await packFrame(
      JSON.stringify({ rowKey: ['id'], rows: [{ id: 1, text: 'x'.repeat(1000) }] }),
    );
    const ids = await beginRecordings(
      connection.db,
      factoryId,
      keys.map((source) => ({ source, startedAt: from, problem: null })),
    );
    await writeFrames(
      connection.db,
      factoryId,
      ids.map((recordingId) => ({ recordingId, at: from, isKey: true, intervalSeconds: 2, content })),
    );
    let missingKeys: readonly string[] = keys;
    const countsByCall: number[] = [];
    while (missingKeys.length > 0) {
      const answer = await readRecordings(connection.db, factoryId, missingKeys, { from, until }, 1500);
      const postponedKeys = missingKeys.filter((missingKey) => answer.get(missingKey)!.isPostponed);
      for (const read of missingKeys.filter((missingKey) => !postponedKeys.includes(missingKey)))
        expect(answer.get(read)!.spans).toHaveLength(1);
      countsByCall.push(missingKeys.length - postponedKeys.length);
      missingKeys = postponedKeys;
    }
    expect(countsByCall).toEqual([2, 1]);
  });

  it('is deleted after 8 days, but keeps the key frame that later frames need', async () => {
    const { connection, factoryId, key, read } = await setUp();
    const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
    const addRecording = async (startDaysAgo: number, endDaysAgo: number) => {
      const [recordingId] = await beginRecordings(connection.db, factoryId, [
        { source: key, startedAt: daysAgo(startDaysAgo), problem: null },
      ]);
      await extendRecordings(connection.db, factoryId, [{ id: recordingId!, until: daysAgo(endDaysAgo) }]);
      return recordingId!;
    };
    const content = await packFrame('{"rowKey":["id"],"rows":[{"id":1}]}');
    const change = await packFrame('{"upsert":[{"id":2}],"remove":[]}');
    const oldRecordingId = await addRecording(12, 9);
    const currentRecordingId = await addRecording(10, 0);
    await writeFrames(connection.db, factoryId, [
      { recordingId: oldRecordingId, at: daysAgo(12), isKey: true, intervalSeconds: 2, content },
      { recordingId: oldRecordingId, at: daysAgo(11), isKey: false, intervalSeconds: 2, content: change },
      { recordingId: currentRecordingId, at: daysAgo(10), isKey: true, intervalSeconds: 2, content },
      { recordingId: currentRecordingId, at: daysAgo(9), isKey: true, intervalSeconds: 2, content },
      {
        recordingId: currentRecordingId,
        at: daysAgo(8.5),
        isKey: false,
        intervalSeconds: 2,
        content: change,
      },
      { recordingId: currentRecordingId, at: daysAgo(7), isKey: false, intervalSeconds: 2, content: change },
    ]);
    expect(await deleteOldRecordings(connection.db, () => false)).toBeGreaterThanOrEqual(3);
    expect(await countFrames(connection, factoryId)).toEqual({ recordings: 1, keys: 1, changes: 2 });
    const [span] = (await read(daysAgo(7.9), daysAgo(7.8))).spans;
    expect(sortRows(span!.rows)).toEqual([{ id: 1 }, { id: 2 }]);
  });
});
