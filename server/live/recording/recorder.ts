import { randomUUID } from 'node:crypto';
import { MIN_RECORDING_INTERVAL_SECONDS } from '#shared/boards/recording.ts';
import { readSourceParams } from '#shared/kernel/source-params.ts';
import type { Backend, RecordedSources, SourceFactory } from '../../call/backend.ts';
import type { Db } from '../../db/database.ts';
import { releaseAndPruneLeases, takeLeases } from '../../db/lease.ts';
import { packFrame } from '../../recording/frame-content.ts';
import { computeSourceBytesPerHour } from '../../recording/limits.ts';
import { beginRecordings, extendRecordings, writeFrames } from '../../recording/write-recording.ts';
import type { FeedRow } from '../feed-row.ts';
import type { SourceRegistry } from '../sources.ts';
import { SourceRecording, type PendingFrame } from './source-recording.ts';

/** How often changed rows are written, in milliseconds: the resolution of recordings. */
const WRITE_INTERVAL_MS = MIN_RECORDING_INTERVAL_SECONDS * 1000;
/** How often the lease is renewed and the end of the recordings is written, in milliseconds. */
const RENEWAL_INTERVAL_MS = 5000;
const LEASE_MS = 15_000;
/** How often the list of recorded sources is loaded again if no board has changed, in milliseconds. */
const RELOAD_INTERVAL_MS = 60_000;

/** The entities that determine which sources are recorded. */
const BOARD_ENTITIES: ReadonlySet<string> = new Set([
  'board',
  'largeScreen',
  'playlist',
  'wallScreen',
  'factory',
]);

/** The recordings of one factory, by the keys of their sources. */
type FactoryRecordings = Map<string, SourceRecording>;

interface RecorderDependencies {
  db: Db;
  backend: Backend;
  sources: SourceRegistry;
  onError: (error: unknown, message: string) => void;
}

/**
 * Records the rows of the sources of boards. One node at a time records a factory. It records the same rows that it
 * computes for screens, and keeps the sources current while nobody watches them.
 */
export class BoardRecorder {
  private readonly nodeId = randomUUID();
  private readonly dependencies: RecorderDependencies;
  private readonly recordingsByFactory = new Map<number, FactoryRecordings>();
  private factoriesToRecord: readonly RecordedSources[] = [];
  private mustReload = true;
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
    if (BOARD_ENTITIES.has(row.entity)) this.mustReload = true;
  }

  /** Begins all recordings again, because the database was restored. */
  reset(): void {
    this.mustReload = true;
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
        if (this.mustReload || now - this.reloadedAt >= RELOAD_INTERVAL_MS) await this.reloadSources();
        await this.renewLeases();
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
    for (const recordings of this.recordingsByFactory.values())
      for (const recording of recordings.values()) recording.restart();
  }

  private async reloadSources(): Promise<void> {
    this.mustReload = false;
    this.factoriesToRecord = (await this.dependencies.backend.loadRecordedSources?.()) ?? [];
    this.reloadedAt = performance.now();
  }

  /** Takes the leases of all factories, and records the factories whose lease this node holds. */
  private async renewLeases(): Promise<void> {
    const requestedAt = performance.now();
    const requests = this.factoriesToRecord.map(({ factory }) => ({
      key: `recording of factory ${factory.factoryId}`,
      answerAgeMs: null,
      digest: null,
    }));
    const leases = await takeLeases(this.dependencies.db, this.nodeId, requests, LEASE_MS);
    this.leaseEndsAt = requestedAt + LEASE_MS;
    const heldKeys = new Set(leases.filter(({ node }) => node === this.nodeId).map(({ key }) => key));
    const heldFactories = this.factoriesToRecord.filter((_factory, index) =>
      heldKeys.has(requests[index]!.key),
    );
    const heldFactoryIds = new Set(heldFactories.map(({ factory }) => factory.factoryId));
    for (const [factoryId, recordings] of this.recordingsByFactory) {
      if (heldFactoryIds.has(factoryId)) continue;
      for (const recording of recordings.values()) recording.source.keepForRecording(null);
      this.recordingsByFactory.delete(factoryId);
    }
    for (const { factory, sources } of heldFactories) await this.openSources(factory, sources);
  }

  /** Opens the wanted sources of a factory for recording, and stops recording its other sources. */
  private async openSources(
    factory: SourceFactory,
    wantedSources: RecordedSources['sources'],
  ): Promise<void> {
    const recordings: FactoryRecordings = this.recordingsByFactory.get(factory.factoryId) ?? new Map();
    this.recordingsByFactory.set(factory.factoryId, recordings);
    const reportsByPath = new Map(
      (await this.dependencies.backend.loadReports('')).map((report) => [report.path, report]),
    );
    const wantedKeys = new Set<string>();
    for (const { path, params: given } of wantedSources) {
      const report = reportsByPath.get(path);
      const parsed = report && readSourceParams(report.parameters, given);
      if (!report || !parsed || !('params' in parsed)) continue;
      const source = this.dependencies.sources.openForRecording(factory, report, parsed.params);
      if (!source) continue;
      wantedKeys.add(source.key);
      source.keepForRecording(factory);
      // A source that was dropped and created again gets a new recording.
      if (recordings.get(source.key)?.source !== source)
        recordings.set(source.key, new SourceRecording(source));
    }
    for (const [key, recording] of recordings) {
      if (wantedKeys.has(key)) continue;
      recording.source.keepForRecording(null);
      recordings.delete(key);
    }
    for (const recording of recordings.values())
      recording.maxBytesPerHour = computeSourceBytesPerHour(recordings.size);
  }

  private async writeAllFrames(): Promise<void> {
    if (performance.now() >= this.leaseEndsAt) return;
    for (const [factoryId, recordings] of this.recordingsByFactory)
      await this.writeFramesOfFactory(factoryId, [...recordings.values()]);
  }

  private async writeFramesOfFactory(
    factoryId: number,
    recordings: readonly SourceRecording[],
  ): Promise<void> {
    const { db } = this.dependencies;
    const pendingFrames: { recording: SourceRecording; frame: PendingFrame }[] = [];
    const startingRecordings: { recording: SourceRecording; startedAt: string }[] = [];
    for (const recording of recordings) {
      const frame = recording.takeFrame();
      if (frame) pendingFrames.push({ recording, frame });
      if (recording.id === null && (frame || recording.problem))
        startingRecordings.push({ recording, startedAt: frame?.at ?? recording.recordedUntil });
    }
    if (startingRecordings.length > 0) {
      const newRecordings = startingRecordings.map(({ recording, startedAt }) => ({
        source: recording.source.key,
        startedAt,
        problem: recording.problem,
      }));
      const ids = await beginRecordings(db, factoryId, newRecordings);
      for (const [index, { recording }] of startingRecordings.entries()) recording.id = ids[index]!;
    }
    if (pendingFrames.length === 0) return;
    const frames = await Promise.all(
      pendingFrames.map(async ({ recording, frame: { json, ...frame } }) => ({
        recordingId: recording.id!,
        ...frame,
        content: await packFrame(json),
      })),
    );
    await writeFrames(db, factoryId, frames);
  }

  private async extendAllRecordings(): Promise<void> {
    for (const [factoryId, recordings] of this.recordingsByFactory) {
      const ends = [...recordings.values()].flatMap(({ id, recordedUntil }) =>
        id === null ? [] : [{ id, until: recordedUntil }],
      );
      if (ends.length > 0) await extendRecordings(this.dependencies.db, factoryId, ends);
    }
  }
}
