import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RecordedSource } from '#shared/answers/boards/recording.ts';
import { buildSourceKey } from '#shared/kernel/live.ts';
import { attachLiveUpdates } from '#server/live/attach.ts';
import { readRecordings } from '#server/recording/read-recording.ts';
import { RecordedView } from '#boards/screens/playback/recorded-view.ts';
import { registerCloseCallbackList } from '#tests/support/close-list.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import {
  addCustomer,
  customersReport,
  FakeBackend,
  makeFactory,
  renameCustomer,
} from '#tests/support/fake-backend.ts';
import { startLiveNode, waitUntil } from '#tests/support/live-node.ts';

const MINUTE_MS = 60_000;
const RECORDING_TIMEOUT_MS = 30_000;

let factoryCount = 0;

describeForEachDatabase('The recording of boards on a node whose clock jumps', (database) => {
  const closeCallbacks = registerCloseCallbackList();
  let clockTimer: NodeJS.Timeout | undefined;
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => {
    // A tick after the end of the test would set the clock of the tests that follow in this process.
    clearInterval(clockTimer);
    vi.useRealTimers();
  });

  async function setUp() {
    const steadyStartMs = performance.now();
    const wallStartMs = Date.now();
    let offsetMs = 0;
    /** Sets the fake clock, which does not run by itself. */
    const tick = () => vi.setSystemTime(wallStartMs + performance.now() - steadyStartMs + offsetMs);
    clockTimer = setInterval(tick, 5);
    const connection = await database.open();
    const factoryId = await makeFactory(connection, `RECC${factoryCount++}`);
    const backend = new FakeBackend(connection);
    backend.recordedFactories = [{ factoryId, factoryCode: '', factoryName: '', zone: 'Asia/Shanghai' }];
    backend.recordedSources = [{ path: customersReport.path, params: {} }];
    const key = buildSourceKey(factoryId, customersReport.path, { limit: '100' });
    const id = await addCustomer(connection, factoryId, 'A', 'zero');
    const node = await startLiveNode(attachLiveUpdates, { backend, connection, shouldRecordBoards: true });
    closeCallbacks.push(() => node.close());
    const readRecording = async (): Promise<RecordedSource> =>
      (
        await readRecordings(connection.db, factoryId, [key], {
          from: new Date(wallStartMs - MINUTE_MS).toISOString(),
          until: new Date(wallStartMs + 120 * MINUTE_MS).toISOString(),
        })
      ).get(key) ?? { spans: [], tooLarge: [] };
    /** Returns the name that a playback shows for a time; null if nothing was recorded at this time. */
    const findShownName = async (ms: number) => {
      const view = new RecordedView();
      view.moveTo(await readRecording(), ms);
      return view.current.rows[0]?.['shortName'] ?? null;
    };
    /**
     * Renames the customer, and waits until the name is played back.
     * @returns the last time for which it is recorded
     */
    const recordName = async (name: string) => {
      await renameCustomer(connection, factoryId, id, name);
      let lastMs = 0;
      const isPlayedBack = async () => {
        const source = await readRecording();
        const span = 'spans' in source ? source.spans.at(-1) : undefined;
        lastMs = span ? Date.parse(span.until) : 0;
        return (await findShownName(lastMs)) === name;
      };
      await waitUntil(`${name} is played back`, isPlayedBack, RECORDING_TIMEOUT_MS);
      return lastMs;
    };
    const moveClock = (shiftMs: number) => {
      offsetMs += shiftMs;
      tick();
    };
    return { recordName, findShownName, moveClock };
  }

  it('plays back each row at the time that the clock showed, and nothing for the time in between', async () => {
    const { recordName, findShownName, moveClock } = await setUp();
    const firstNameEndMs = await recordName('one');
    moveClock(60 * MINUTE_MS);
    const movedMs = Date.now();
    const secondNameEndMs = await recordName('two');
    expect(secondNameEndMs).toBeGreaterThan(movedMs);
    moveClock(-60 * MINUTE_MS);
    const setBackMs = Date.now();
    const thirdNameEndMs = await recordName('three');
    expect(thirdNameEndMs).toBeGreaterThan(setBackMs);
    expect(thirdNameEndMs).toBeLessThan(movedMs);
    expect(await findShownName(firstNameEndMs)).toBe('one');
    expect(await findShownName(firstNameEndMs + 30 * MINUTE_MS)).toBeNull();
    expect(await findShownName(movedMs - 1)).toBeNull();
    expect(await findShownName(secondNameEndMs)).toBe('two');
    // The clock reaches the minute that it had already shown before it was moved back.
    moveClock(movedMs - 3000 - Date.now());
    await recordName('four');
    await waitUntil(
      'the second time counts',
      async () => (await findShownName(secondNameEndMs)) === 'four',
      RECORDING_TIMEOUT_MS,
    );
    expect(await findShownName(firstNameEndMs)).toBe('one');
  });
});
