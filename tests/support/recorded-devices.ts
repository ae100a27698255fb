import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import type { RecordedRowsAnswer, RecordedSpan } from '#shared/answers/boards/recording.ts';
import type { WireClient } from '#server/demo/wire-client.ts';
import { playSpan } from './play-span.ts';
import { waitUntil } from './live-node.ts';

/** A report that the boards of a new factory show, with one row per device. */
const DEVICES_PATH = '/mes/form/deviceStates';
/**
 * The time between two saved devices, in milliseconds. With more devices the first frame of a recording gets so large
 * that the recorder waits long before it writes the next one (`findRecordingInterval`).
 */
const SAVE_PAUSE_MS = 1000;
/** The time between two reads of the recording, in milliseconds. */
const READ_PAUSE_MS = 200;
/** The longest time without current rows that a recording bridges, in milliseconds. */
const MAX_RECORDING_DELAY_MS = 30_000;
const CHECK_INTERVAL_MS = 500;
/** The number of changes that a recording must have before a test ends it, so that a playback has something to show. */
const MIN_RECORDED_CHANGES = 3;
/**
 * The maximum duration of a computation, in milliseconds. Its rows are valid from its beginning, but may show later
 * changes.
 */
const MAX_COMPUTATION_MS = 2000;

interface SavedDevice {
  readonly name: string;
  readonly requestedAtMs: number;
  savedAtMs: number | null;
}

/** Saves one device after the other, and checks that a playback shows them as they were at each time. */
export class RecordedDevices {
  private readonly client: WireClient;
  private readonly devices: SavedDevice[] = [];
  private readonly startedAtMs = Date.now();
  private isStopped = false;
  private runningLoop: Promise<void> = Promise.resolve();

  constructor(client: WireClient) {
    this.client = client;
  }

  start(): void {
    this.runningLoop = this.saveDevices();
  }

  stop(): Promise<void> {
    this.isStopped = true;
    return this.runningLoop;
  }

  /**
   * Waits until a device that is saved from now on is recorded, and until the last recording has MIN_RECORDED_CHANGES.
   * A change counts only if the recording lasts until the change or longer.
   */
  async waitForRecording(): Promise<void> {
    const index = this.devices.length;
    await waitUntil(
      'a new device is recorded',
      async () => {
        await wait(READ_PAUSE_MS);
        const device = this.devices.slice(index).find(({ savedAtMs }) => savedAtMs !== null);
        const span = (await this.readSpans().catch(() => [])).at(-1);
        return (
          device !== undefined &&
          span !== undefined &&
          span.changes.filter(({ at }) => at <= span.until).length >= MIN_RECORDED_CHANGES &&
          this.listNames(span, span.until).has(device.name)
        );
      },
      60_000,
    );
  }

  async readSpans(): Promise<readonly RecordedSpan[]> {
    const { sources } = await this.client.call<RecordedRowsAnswer>('/mes/recording/rows', {
      sources: JSON.stringify([{ path: DEVICES_PATH, params: {} }]),
      from: new Date(this.startedAtMs).toISOString(),
      until: new Date().toISOString(),
    });
    const [source] = sources;
    return source && 'spans' in source ? source.spans : [];
  }

  /**
   * Fails unless each span shows the right devices at each of its times.
   * @returns the number of compared times
   */
  expectCorrectRows(spans: readonly RecordedSpan[]): number {
    let comparedCount = 0;
    for (const span of spans) {
      const times = span.changes.flatMap(({ at }) => [Date.parse(at) - 1, Date.parse(at)]);
      for (let ms = Date.parse(span.from); ms < Date.parse(span.until); ms += CHECK_INTERVAL_MS)
        times.push(ms);
      for (const ms of times.filter(
        (time) => time >= Date.parse(span.from) && time <= Date.parse(span.until),
      )) {
        const at = new Date(ms).toISOString();
        const names = this.listNames(span, at);
        // The devices are saved one after the other, so a shown device was saved after all those before it.
        const lastShown = this.devices.findLastIndex(({ name }) => names.has(name));
        const missing = this.devices.filter(
          ({ name, savedAtMs }, index) =>
            savedAtMs !== null &&
            !names.has(name) &&
            (index < lastShown || savedAtMs < ms - MAX_RECORDING_DELAY_MS),
        );
        const earlierDevices = this.devices.filter(
          ({ name, requestedAtMs }) => requestedAtMs > ms + MAX_COMPUTATION_MS && names.has(name),
        );
        expect([at, missing, earlierDevices]).toEqual([at, [], []]);
        comparedCount++;
      }
    }
    return comparedCount;
  }

  private listNames(span: RecordedSpan, at: string): Set<unknown> {
    return new Set([...playSpan(span, at).values()].map(({ name }) => name));
  }

  private async saveDevices(): Promise<void> {
    for (let number = 1; !this.isStopped; number++) {
      const name = `Lathe ${number}`;
      const device: SavedDevice = { name, requestedAtMs: Date.now(), savedAtMs: null };
      this.devices.push(device);
      await this.client.call('/mes/system/basic/device/save', { code: `D-${number}`, name }).then(
        () => (device.savedAtMs = Date.now()),
        () => undefined,
      );
      await wait(SAVE_PAUSE_MS);
    }
  }
}
