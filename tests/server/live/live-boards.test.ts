import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createBoardFixture, expectMissedFrames, expectSnapshot } from '#tests/support/board-fixture.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { waitUntil, type Screen } from '#tests/support/live-node.ts';
import {
  addCustomer,
  customersReport,
  runInTransaction,
  makeFactory,
  renameCustomer,
} from '#tests/support/fake-backend.ts';

const REPORT_PATH = customersReport.path;

describeForEachDatabase('The rows of boards', (database) => {
  const { setUp, openNodeScreen, addCustomerAndWait } = createBoardFixture(database);

  it('are sent when a screen joins; then only changed rows are sent', async () => {
    const { connection, factoryId, node } = await setUp();
    const [firstId, secondId] = [
      await addCustomer(connection, factoryId, 'A'),
      await addCustomer(connection, factoryId, 'B'),
    ];
    const screen = await openNodeScreen(node, 'li');
    const first = expectSnapshot(await screen.watch(REPORT_PATH));
    expect(first.rows.map((row) => row.id)).toEqual([firstId, secondId]);
    expect(first.rowKey).toEqual(['id']);

    await renameCustomer(connection, factoryId, secondId, 'Bee');
    await waitUntil('the frame', () => screen.frames.length === 1);
    const [frame] = screen.frames;
    expect(frame).toMatchObject({ source: first.key, run: first.run, prev: first.pos, remove: [] });
    expect(frame!.upsert).toEqual([{ id: secondId, code: 'B', shortName: 'Bee' }]);

    await runInTransaction(connection, factoryId, async (tx) => {
      await tx.db
        .deleteFrom('customer')
        .where('factoryId', '=', factoryId)
        .where('id', '=', firstId)
        .execute();
      tx.announce('setting', 'customer', [firstId]);
    });
    await waitUntil('the second frame', () => screen.frames.length === 2);
    expect(screen.frames[1]).toMatchObject({ prev: frame!.pos, upsert: [], remove: [String(firstId)] });
  });

  it('are not sent if a change does not alter them, or belongs to another factory or entity', async () => {
    const { connection, factoryId, node, backend } = await setUp();
    const otherFactoryId = await makeFactory(connection, 'OTHER');
    await addCustomerAndWait(connection, factoryId, node, 'A');
    const screen = await openNodeScreen(node, 'li');
    expectSnapshot(await screen.watch(REPORT_PATH));
    const callCount = backend.calls.length;
    await addCustomer(connection, otherFactoryId, 'X');
    await runInTransaction(connection, factoryId, async (tx) => tx.announce('device', 'device', [1]));
    await wait(400);
    expect(backend.calls.length).toBe(callCount);
    await runInTransaction(connection, factoryId, async (tx) => tx.announce('setting', 'customer', [1]));
    await waitUntil('it was asked again', () => backend.calls.length === callCount + 1);
    await wait(100);
    expect(screen.frames).toEqual([]);
  });

  it('are computed once for a hundred screens, and at most every 250 ms', async () => {
    const { connection, factoryId, node, backend } = await setUp();
    const id = await addCustomerAndWait(connection, factoryId, node, 'A');
    const screens = await Promise.all(Array.from({ length: 100 }, () => openNodeScreen(node, 'li')));
    const answers = await Promise.all(screens.map((screen) => screen.watch(REPORT_PATH)));
    expect(new Set(answers.map((answer) => JSON.stringify(expectSnapshot(answer).rows))).size).toBe(1);
    expect(backend.calls.length).toBe(1);

    const began = Date.now();
    for (let index = 0; index < 40; index++) {
      await renameCustomer(connection, factoryId, id, `A${index}`);
      await wait(15);
    }
    const readCustomerName = (screen: Screen) => screen.frames.at(-1)?.upsert[0]?.shortName;
    await waitUntil(
      'everyone has the last name',
      () => screens.every((screen) => readCustomerName(screen) === 'A39'),
      10_000,
    );
    const seconds = (Date.now() - began) / 1000;
    // A change during a computation causes another computation, so wait until the last one is over.
    await wait(1000);
    const callCount = backend.calls.length - 1;
    expect(callCount).toBeGreaterThanOrEqual(2);
    expect(callCount).toBeLessThanOrEqual(Math.ceil(seconds / 0.25) + 2);
    for (const screen of screens) expect(screen.frames).toEqual(screens[0]!.frames);
    // A screen that joins late causes no further computation.
    const lateScreen = await openNodeScreen(node, 'li');
    expect(expectSnapshot(await lateScreen.watch(REPORT_PATH)).rows[0]).toMatchObject({ shortName: 'A39' });
    expect(backend.calls.length).toBe(callCount + 1);
  });

  it('are not sent to a screen that reconnects soon: it gets only the missed frames', async () => {
    const { connection, factoryId, node, backend } = await setUp();
    const id = await addCustomerAndWait(connection, factoryId, node, 'A');
    const stayingScreen = await openNodeScreen(node, 'li');
    const leavingScreen = await openNodeScreen(node, 'li');
    expectSnapshot(await stayingScreen.watch(REPORT_PATH));
    const before = expectSnapshot(await leavingScreen.watch(REPORT_PATH));
    leavingScreen.close();
    for (const name of ['B', 'C']) {
      const frameCount = stayingScreen.frames.length;
      await renameCustomer(connection, factoryId, id, name);
      await waitUntil('the frame', () => stayingScreen.frames.length > frameCount);
    }
    const callCount = backend.calls.length;
    const reopenedScreen = await openNodeScreen(node, 'li');
    const answer = expectMissedFrames(
      await reopenedScreen.watch(REPORT_PATH, {}, { run: before.run, pos: before.pos }),
    );
    expect(answer.frames).toEqual(stayingScreen.frames);
    expect(answer.frames[0]!.prev).toBe(before.pos);
    expect(
      expectMissedFrames(
        await reopenedScreen.watch(REPORT_PATH, {}, { run: before.run, pos: answer.frames[1]!.pos }),
      ).frames,
    ).toEqual([]);
    // For an unknown run or position, the node sends all rows.
    expect(
      expectSnapshot(await reopenedScreen.watch(REPORT_PATH, {}, { run: 'another', pos: before.pos })).rows,
    ).toHaveLength(1);
    expect(
      expectSnapshot(await reopenedScreen.watch(REPORT_PATH, {}, { run: before.run, pos: 123_456 })).rows,
    ).toHaveLength(1);
    expect(backend.calls.length).toBe(callCount);
  });

  it('are all sent to a screen that missed too many frames', async () => {
    const { connection, factoryId, node } = await setUp();
    const screen = await openNodeScreen(node, 'li');
    const before = expectSnapshot(await screen.watch(REPORT_PATH, { limit: '1000' }));
    for (let round = 0; round < 14; round++) {
      const frameCount = screen.frames.length;
      await runInTransaction(connection, factoryId, async (tx) => {
        await tx.db.deleteFrom('customer').where('factoryId', '=', factoryId).execute();
        for (let start = 0; start < 450; start += 150) {
          await tx.db
            .insertInto('customer')
            .values(
              Array.from({ length: 150 }, (_, index) => ({
                factoryId,
                code: `${round}-${start + index}`,
                shortName: 'x',
                fullName: null,
                address: null,
                regionId: null,
                telephone: null,
                fax: null,
                mail: null,
                deletedAt: null,
              })),
            )
            .execute();
        }
        tx.announce('setting', 'customer', null);
      });
      await waitUntil('the frame', () => screen.frames.length > frameCount);
    }
    const reopenedScreen = await openNodeScreen(node, 'li');
    expect(
      expectSnapshot(
        await reopenedScreen.watch(REPORT_PATH, { limit: '1000' }, { run: before.run, pos: before.pos }),
      ).rows,
    ).toHaveLength(450);
    const recentFrame = screen.frames.at(-2)!;
    expect(
      expectMissedFrames(
        await reopenedScreen.watch(REPORT_PATH, { limit: '1000' }, { run: before.run, pos: recentFrame.pos }),
      ).frames,
    ).toHaveLength(1);
  });

  it('are computed separately for each set of parameters; an omitted parameter has its initial value', async () => {
    const { connection, factoryId, node, backend } = await setUp();
    for (const code of ['A', 'B', 'C']) await addCustomerAndWait(connection, factoryId, node, code);
    const screen = await openNodeScreen(node, 'li');
    expect(expectSnapshot(await screen.watch(REPORT_PATH, { limit: '2' })).rows).toHaveLength(2);
    const fullSnapshot = expectSnapshot(await screen.watch(REPORT_PATH));
    expect(fullSnapshot.rows).toHaveLength(3);
    expect(expectSnapshot(await screen.watch(REPORT_PATH, { limit: '100' })).key).toBe(fullSnapshot.key);
    expect(backend.calls.length).toBe(2);
  });

  it('stay as they are while the backend fails, with their age, and are updated again afterwards', async () => {
    const { connection, backend, factoryId, node } = await setUp();
    const id = await addCustomer(connection, factoryId, 'A');
    const screen = await openNodeScreen(node, 'li');
    const { key } = expectSnapshot(await screen.watch(REPORT_PATH));
    await waitUntil('a beat', () => screen.beats.some((beat) => beat.sources[key] !== undefined));
    backend.failure = {
      status: 504,
      body: { success: false, flag: 'TIME_OUT', code: 'timedOut', message: '' },
    };
    const failureTime = new Date().toISOString();
    await renameCustomer(connection, factoryId, id, 'B');
    await wait(1200);
    const reopenedScreen = await openNodeScreen(node, 'li');
    expect(expectSnapshot(await reopenedScreen.watch(REPORT_PATH)).rows[0]).toMatchObject({ shortName: 'A' });
    await waitUntil('a beat after', () =>
      reopenedScreen.beats.some((beat) => beat.sources[key] !== undefined),
    );
    expect(reopenedScreen.beats.at(-1)!.sources[key]! <= failureTime).toBe(true);
    expect(screen.frames).toEqual([]);
    backend.failure = null;
    await waitUntil('the frame', () => screen.frames.length === 1, 6000);
    expect(screen.frames[0]!.upsert[0]).toMatchObject({ shortName: 'B' });
    expect(screen.frames[0]!.at > failureTime).toBe(true);
  });

  it('are up to date as of a time that each beat contains, even if nothing changes', async () => {
    const { connection, factoryId, node } = await setUp();
    await addCustomer(connection, factoryId, 'A');
    const screen = await openNodeScreen(node, 'li');
    const { key } = expectSnapshot(await screen.watch(REPORT_PATH));
    await waitUntil(
      'a second beat',
      () => screen.beats.filter((beat) => beat.sources[key]).length >= 2,
      8000,
    );
    const lastBeat = screen.beats.at(-1)!;
    expect(Date.parse(lastBeat.now) - Date.parse(lastBeat.sources[key]!)).toBeLessThan(2500);
    expect(lastBeat).toMatchObject({ build: 'test', pos: 1 });
  });
});
