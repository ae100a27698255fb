import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { deleteOldRecordings } from '#server/jobs/prune-board-recordings.ts';
import { packFrame } from '#server/recording/frame-content.ts';
import { FRAME_OVERHEAD_BYTES } from '#server/recording/limits.ts';
import { readActivity } from '#server/recording/read-activity.ts';
import { readRecordings } from '#server/recording/read-recording.ts';
import { beginRecordings, extendRecordings, writeFrames } from '#server/recording/write-recording.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { makeFactory } from '#tests/support/fake-backend.ts';

const HOUR_MS = 3_600_000;
/** The beginning of the current hour. */
const CURRENT_HOUR_MS = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
const SOURCE_KEY = 'source';

/** Returns a time before the current hour: ISO 8601. */
const getTimeHoursAgo = (hours: number): string => new Date(CURRENT_HOUR_MS - hours * HOUR_MS).toISOString();

let factoryCount = 0;

describeForEachDatabase('The recordings of a factory', (database) => {
  /** Records one source for 6 hours: a key frame in each hour, and a change half an hour later. */
  async function setUp() {
    const { db } = await database.open();
    const factoryId = await makeFactory({ db } as never, `RECL${factoryCount++}`);
    const [recordingId] = await beginRecordings(db, factoryId, [
      { source: SOURCE_KEY, startedAt: getTimeHoursAgo(6), problem: null },
    ]);
    const hours = [6, 5, 4, 3, 2, 1];
    const contents = await Promise.all(
      hours.flatMap((hour) => [
        packFrame(JSON.stringify({ rowKey: ['id'], rows: [{ id: 1, hour }] })),
        packFrame(JSON.stringify({ upsert: [{ id: 1, hour: hour - 0.5 }], remove: [] })),
      ]),
    );
    const frames = contents.map((content, index) => ({
      ...{ recordingId: recordingId!, at: getTimeHoursAgo(6 - index / 2), isKey: index % 2 === 0, content },
      intervalSeconds: index === 3 ? 600 : 2,
    }));
    await writeFrames(db, factoryId, frames);
    await extendRecordings(db, factoryId, [{ id: recordingId!, until: getTimeHoursAgo(0) }]);
    const readRecording = async (from: string, until: string) =>
      (await readRecordings(db, factoryId, [SOURCE_KEY], { from, until })).get(SOURCE_KEY)?.spans ?? [];
    const byteCount = contents.reduce((sum, { length }) => sum + length + FRAME_OVERHEAD_BYTES, 0);
    return { db, factoryId, frames, byteCount, read: readRecording };
  }

  it('are counted by hour, each frame once', async () => {
    const { db, factoryId, frames, byteCount } = await setUp();
    await writeFrames(db, factoryId, frames.slice(0, 4));
    const { rows } = await sql<{ hour: string; byteCount: number }>`
      select hour, byte_count from board_recording_hour where factory_id = ${factoryId} order by hour`.execute(
      db,
    );
    expect(rows.map(({ hour }) => new Date(hour).toISOString())).toEqual(
      [6, 5, 4, 3, 2, 1].map(getTimeHoursAgo),
    );
    expect(rows.reduce((sum, row) => sum + row.byteCount, 0)).toBe(byteCount);
  });

  it('lose their oldest hours when they take too much room, and show them as not recorded', async () => {
    const { db, factoryId, byteCount, read } = await setUp();
    const other = await setUp();
    await deleteOldRecordings(db, () => false, byteCount);
    expect(await read(getTimeHoursAgo(6), getTimeHoursAgo(0))).toMatchObject([{ from: getTimeHoursAgo(6) }]);
    // The limit leaves room for the last three hours of each factory.
    await deleteOldRecordings(db, () => false, Math.ceil((byteCount * 3.2) / 6));
    for (const { db: ownDb, factoryId: ownId, read: readOwn } of [{ db, factoryId, read }, other]) {
      expect(await readOwn(getTimeHoursAgo(6), getTimeHoursAgo(3.01))).toEqual([]);
      const [span] = await readOwn(getTimeHoursAgo(6), getTimeHoursAgo(0));
      expect(span).toMatchObject({
        from: getTimeHoursAgo(3),
        until: getTimeHoursAgo(0),
        rows: [{ id: 1, hour: 3 }],
      });
      expect(span!.changes).toHaveLength(5);
      const activity = await readActivity(ownDb, ownId, [SOURCE_KEY], {
        from: getTimeHoursAgo(6),
        until: getTimeHoursAgo(0),
      });
      expect(activity).toMatchObject({
        recorded: [{ from: getTimeHoursAgo(3), until: getTimeHoursAgo(0) }],
        lastBefore: null,
        firstAfter: null,
      });
      const readNeighbours = (from: number, until: number) =>
        readActivity(ownDb, ownId, [SOURCE_KEY], {
          from: getTimeHoursAgo(from),
          until: getTimeHoursAgo(until),
        });
      expect(await readNeighbours(6, 5)).toMatchObject({ recorded: [], firstAfter: getTimeHoursAgo(3) });
      expect(await readNeighbours(-1, -2)).toMatchObject({ recorded: [], lastBefore: getTimeHoursAgo(0) });
    }
    const { rows } = await sql<{ frames: number; hours: number }>`select
      (select count(*) from board_frame where factory_id = ${factoryId}) as frames,
      (select count(*) from board_recording_hour where factory_id = ${factoryId}) as hours`.execute(db);
    expect(rows[0]).toEqual({ frames: 6, hours: 3 });
  });

  it('say how often a large source was recorded', async () => {
    const { read } = await setUp();
    const [span] = await read(getTimeHoursAgo(4.8), getTimeHoursAgo(0));
    expect(span!.changes.map(({ intervalSeconds }) => intervalSeconds)).toEqual([
      600,
      ...Array(8).fill(undefined),
    ]);
    expect(span!.intervalSeconds).toBeUndefined();
    const [laterSpan] = await read(getTimeHoursAgo(4.4), getTimeHoursAgo(4.3));
    expect(laterSpan!.intervalSeconds).toBe(600);
  });
});
