import { randomUUID } from 'node:crypto';
import { MIN_RECORDING_INTERVAL_SECONDS } from '#shared/boards/recording.ts';
import type { SourceFactory } from '../../call/backend.ts';
import { releaseAndPruneLeases, takeLeases } from '../../db/leases/take-leases.ts';
import type { FeedRow } from '../feed-row.ts';
import { FactoryRecorder, type FactoryRecorderDependencies } from './factory-recorder.ts';

/** How often changed rows are written, in milliseconds: the resolution of recordings. */
const WRITE_INTERVAL_MS = MIN_RECORDING_INTERVAL_SECONDS * 1000;
/** How often the lease is renewed and the end of the recordings is written, in milliseconds. */
const RENEWAL_INTERVAL_MS = 5000;
const LEASE_MS = 15_000;
/** How often the list of factories is loaded again if no factory has changed, in milliseconds. */
const RELOAD_INTERVAL_MS = 60_000;

/** The entities that determine which sources of a factory are recorded. */
const BOARD_ENTITIES: ReadonlySet<string> = new Set(['board', 'largeScreen', 'playlist', 'wallScreen']);

interface RecorderDependencies extends FactoryRecorderDependencies {
  onError: (error: unknown, message: string) => void;
}

/**
 * Records the rows of the sources of boards. One node at a time records a factory. It records the same rows that it
 * computes for screens, and keeps the sources current while nobody watches them.
 */
export class BoardRecorder {
  private readonly nodeId = randomUUID();
  private readonly dependencies: RecorderDependencies;
  /** The recorders of the factories whose lease this node holds, by the id of the factory. */
  private readonly recordersByFactory = new Map<number, FactoryRecorder>();
  private factories: readonly SourceFactory[] = [];
  private mustReloadFactories = true;
  private reloadedAt = Number.NEGATIVE_INFINITY;
  private renewedAt = Number.NEGATIVE_INFINITY;
  private leaseEndsAt = 0;
  private isClosed = false;
  private hasFailed = false;
  private timer: NodeJS.Timeout | null = null;
  private currentRun: Promise<void> = Promise.resolve();

  constructor(dependencies: RecorderDependencies) {
    this.dependencies = dependencies;
  }

  start(): void {
    this.currentRun = this.run();
  }

  onRow(row: FeedRow): void {
    if (row.entity === 'factory') this.mustReloadFactories = true;
    if (BOARD_ENTITIES.has(row.entity)) this.recordersByFactory.get(row.factoryId)?.reloadSoon();
  }

  /** Begins all recordings again, because the database was restored. */
  reset(): void {
    this.mustReloadFactories = true;
    for (const recorder of this.recordersByFactory.values()) recorder.reloadSoon();
    this.restartRecordings();
  }

  /** Writes the last frames and lets another node record. */
  async close(): Promise<void> {
    this.isClosed = true;
    if (this.timer) clearTimeout(this.timer);
    await this.currentRun;
    try {
      await this.writeAllFrames();
      await this.extendAllRecordings();
      await releaseAndPruneLeases(this.dependencies.db, this.nodeId);
    } catch (error) {
      this.dependencies.onError(error, 'The recording of boards did not end cleanly');
    }
  }

  private async run(): Promise<void> {
    try {
      const now = performance.now();
      const isRenewalDue = now - this.renewedAt >= RENEWAL_INTERVAL_MS;
      if (isRenewalDue) {
        if (this.mustReloadFactories || now - this.reloadedAt >= RELOAD_INTERVAL_MS)
          await this.reloadFactories();
        await this.renewLeases();
        for (const recorder of this.recordersByFactory.values()) await recorder.openSources();
        this.renewedAt = now;
      }
      await this.writeAllFrames();
      if (isRenewalDue) await this.extendAllRecordings();
      this.hasFailed = false;
    } catch (error) {
      // It is unknown which frames were written, so all recordings begin again with key frames.
      this.restartRecordings();
      if (!this.hasFailed) this.dependencies.onError(error, 'The boards cannot be recorded at present');
      this.hasFailed = true;
    }
    if (!this.isClosed) this.timer = setTimeout(() => (this.currentRun = this.run()), WRITE_INTERVAL_MS);
  }

  private restartRecordings(): void {
    for (const recorder of this.recordersByFactory.values()) recorder.restart();
  }

  private async reloadFactories(): Promise<void> {
    this.mustReloadFactories = false;
    this.factories = await this.dependencies.plan.loadFactories();
    this.reloadedAt = performance.now();
  }

  /** Takes the leases of all factories that no other node holds, and records only the factories of these leases. */
  private async renewLeases(): Promise<void> {
    const requestedAt = performance.now();
    const requests = this.factories.map(({ factoryId }) => ({
      key: `recording of factory ${factoryId}`,
      answerAgeMs: null,
      digest: null,
    }));
    const leases = await takeLeases(this.dependencies.db, this.nodeId, requests, LEASE_MS);
    this.leaseEndsAt = requestedAt + LEASE_MS;
    const leasedKeys = new Set(leases.filter(({ node }) => node === this.nodeId).map(({ key }) => key));
    const heldFactories = this.factories.filter((_factory, index) => leasedKeys.has(requests[index]!.key));
    const heldFactoryIds = new Set(heldFactories.map(({ factoryId }) => factoryId));
    for (const [factoryId, recorder] of this.recordersByFactory) {
      if (heldFactoryIds.has(factoryId)) continue;
      recorder.stop();
      this.recordersByFactory.delete(factoryId);
    }
    for (const factory of heldFactories) {
      const recorder = this.recordersByFactory.get(factory.factoryId);
      if (recorder) recorder.factory = factory;
      else this.recordersByFactory.set(factory.factoryId, new FactoryRecorder(factory, this.dependencies));
    }
  }

  private async writeAllFrames(): Promise<void> {
    if (performance.now() >= this.leaseEndsAt) return;
    for (const recorder of this.recordersByFactory.values()) await recorder.writeFrames();
  }

  private async extendAllRecordings(): Promise<void> {
    for (const recorder of this.recordersByFactory.values()) await recorder.extendRecordings();
  }
}
