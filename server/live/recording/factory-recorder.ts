import { readSourceParams } from '#shared/kernel/source-params.ts';
import type { SourceName } from '#shared/kernel/wire.ts';
import type { Backend, RecordingPlan, SourceFactory } from '../../call/backend.ts';
import type { Db } from '../../db/database.ts';
import { packFrame } from '../../recording/frame-content.ts';
import { computeSourceBytesPerHour } from '../../recording/limits.ts';
import { beginRecordings, extendRecordings, writeFrames } from '../../recording/write-recording.ts';
import type { SourceRegistry } from '../sources.ts';
import { SourceRecording, type PendingFrame } from './source-recording.ts';

/** How often the list of recorded sources is loaded again if no board has changed, in milliseconds. */
const RELOAD_INTERVAL_MS = 60_000;

export interface FactoryRecorderDependencies {
  db: Db;
  backend: Backend;
  plan: RecordingPlan;
  sources: SourceRegistry;
}

/** Records the sources of one factory while this node holds its lease. */
export class FactoryRecorder {
  factory: SourceFactory;
  private readonly dependencies: FactoryRecorderDependencies;
  private readonly recordingsByKey = new Map<string, SourceRecording>();
  private wantedSources: readonly SourceName[] = [];
  private mustReload = true;
  private reloadedAt = Number.NEGATIVE_INFINITY;

  constructor(factory: SourceFactory, dependencies: FactoryRecorderDependencies) {
    this.factory = factory;
    this.dependencies = dependencies;
  }

  /** Loads the recorded sources again at the next `openSources`. */
  reloadSoon(): void {
    this.mustReload = true;
  }

  /** Ends all recordings. The next frames begin new recordings. */
  restart(): void {
    for (const recording of this.recordingsByKey.values()) recording.restart();
  }

  /** Stops recording, because another node now records the factory. */
  stop(): void {
    for (const recording of this.recordingsByKey.values()) recording.source.keepForRecording(null);
    this.recordingsByKey.clear();
  }

  /** Opens the wanted sources for recording, and stops recording the other sources. */
  async openSources(): Promise<void> {
    const now = performance.now();
    if (this.mustReload || now - this.reloadedAt >= RELOAD_INTERVAL_MS) {
      this.mustReload = false;
      this.wantedSources = await this.dependencies.plan.loadSources(this.factory.factoryId);
      this.reloadedAt = now;
    }
    const { backend, sources } = this.dependencies;
    const reportsByPath = new Map((await backend.loadReports('')).map((report) => [report.path, report]));
    const wantedKeys = new Set<string>();
    for (const { path, params: givenParams } of this.wantedSources) {
      const report = reportsByPath.get(path);
      const parsed = report && readSourceParams(report.parameters, givenParams);
      if (!report || !parsed || !('params' in parsed)) continue;
      const source = sources.openForRecording(this.factory, report, parsed.params);
      if (!source) continue;
      wantedKeys.add(source.key);
      source.keepForRecording(this.factory);
      // A source that was dropped and created again gets a new recording.
      if (this.recordingsByKey.get(source.key)?.source !== source)
        this.recordingsByKey.set(source.key, new SourceRecording(source));
    }
    for (const [key, recording] of this.recordingsByKey) {
      if (wantedKeys.has(key)) continue;
      recording.source.keepForRecording(null);
      this.recordingsByKey.delete(key);
    }
    for (const recording of this.recordingsByKey.values())
      recording.maxBytesPerHour = computeSourceBytesPerHour(this.recordingsByKey.size);
  }

  /** Writes the changes since the last frames. */
  async writeFrames(): Promise<void> {
    const { db } = this.dependencies;
    const { factoryId } = this.factory;
    const pendingFrames: { recording: SourceRecording; frame: PendingFrame }[] = [];
    const startingRecordings: { recording: SourceRecording; startedAt: string }[] = [];
    for (const recording of this.recordingsByKey.values()) {
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

  /** Stores until when the last frames are known to be current. */
  async extendRecordings(): Promise<void> {
    const ends = [...this.recordingsByKey.values()].flatMap(({ id, recordedUntil }) =>
      id === null ? [] : [{ id, until: recordedUntil }],
    );
    if (ends.length > 0) await extendRecordings(this.dependencies.db, this.factory.factoryId, ends);
  }
}
