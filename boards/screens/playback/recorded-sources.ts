import type { RecordedRowsAnswer, RecordedSource } from '#shared/answers/boards/recording.ts';
import { buildSourceKey } from '#shared/kernel/live.ts';
import type { SourceName } from '#shared/kernel/wire.ts';
import type { SourceView } from '#client/kit/live/sources.ts';
import { RecordedView } from './recorded-view.ts';

/** The length of the recording that one call loads, in milliseconds. */
export const CHUNK_MS = 10 * 60_000;
/** The number of loaded chunks that are kept. */
const MAX_CHUNKS = 12;
/** The next chunk is loaded when this share of the current chunk has been played. */
const PRELOAD_SHARE = 0.3;
/** How long it can take until a change is recorded, in milliseconds. */
const RECORDING_LAG_MS = 15_000;
/** The minimum interval between two calls for the same sources and time, in milliseconds. */
const RETRY_INTERVAL_MS = 3000;
/** How many calls may run at the same time. Otherwise dragging the position would cause a call for each chunk. */
const MAX_RUNNING_CALLS = 2;
/** How long a call waits for more tiles, in milliseconds. Tiles that appear together share one call. */
const COLLECT_DELAY_MS = 30;

/** Loads the recordings of sources, in the given sequence. */
export type LoadRecordedRows = (
  sources: readonly SourceName[],
  fromMs: number,
  untilMs: number,
) => Promise<RecordedRowsAnswer>;

interface WatchedRecording {
  readonly source: SourceName;
  readonly view: RecordedView;
  readonly listeners: Set<() => void>;
}

/** The recording of one source in one chunk. */
interface LoadedPart {
  readonly recording: RecordedSource;
  readonly loadedAtMs: number;
}

interface Chunk {
  readonly partsByName: Map<string, LoadedPart>;
  /** When each source was last requested, in milliseconds of `performance.now()`. */
  readonly requestedAtByName: Map<string, number>;
}

const makeSourceName = ({ path, params }: SourceName): string => buildSourceKey(0, path, params);

interface RecordedSourcesOptions {
  load: LoadRecordedRows;
  /** Returns the moment of the recording that is shown now, as epoch milliseconds. */
  getTime: () => number;
  /** Returns the present by the server's clock. */
  getNow: () => number;
  /** Called after each call for rows. `hasFailed` tells whether the call failed. */
  onLoaded: (hasFailed: boolean) => void;
}

/** Loads the recordings that a page plays back, in chunks around the played time. */
export class RecordedSources {
  private readonly options: RecordedSourcesOptions;
  private readonly watchedByName = new Map<string, WatchedRecording>();
  private readonly chunks = new Map<number, Chunk>();
  private runningCallCount = 0;
  private collectTimer: ReturnType<typeof setTimeout> | null = null;

  constructor(options: RecordedSourcesOptions) {
    this.options = options;
  }

  watch(path: string, params: Record<string, string>, listener: () => void): () => void {
    const source = { path, params };
    const name = makeSourceName(source);
    const watchedRecording = this.watchedByName.get(name) ?? {
      source,
      view: new RecordedView(),
      listeners: new Set(),
    };
    this.watchedByName.set(name, watchedRecording);
    watchedRecording.listeners.add(listener);
    this.collectTimer ??= setTimeout(() => {
      this.collectTimer = null;
      this.update();
    }, COLLECT_DELAY_MS);
    return () => {
      watchedRecording.listeners.delete(listener);
      if (watchedRecording.listeners.size === 0 && this.watchedByName.get(name) === watchedRecording)
        this.watchedByName.delete(name);
    };
  }

  getView(path: string, params: Record<string, string>): SourceView {
    return (this.watchedByName.get(makeSourceName({ path, params }))?.view ?? LOADING_VIEW).current;
  }

  /** The sources that the tiles of the page show. */
  listSources(): SourceName[] {
    return this.listWatchedRecordings().map(([, { source }]) => source);
  }

  /**
   * Returns the time up to which all chunks from `fromMs` on are loaded, in milliseconds since 1970. It lies in the
   * last loaded chunk, so the tiles keep their rows while the playback waits for the next one.
   */
  getLoadedUntil(fromMs: number): number {
    const names = this.listWatchedRecordings().map(([name]) => name);
    let index = Math.floor(fromMs / CHUNK_MS);
    const isLoaded = (chunkIndex: number) =>
      names.every((name) => this.chunks.get(chunkIndex)?.partsByName.has(name));
    while (isLoaded(index) && index * CHUNK_MS - fromMs < MAX_CHUNKS * CHUNK_MS) index += 1;
    return Math.max(fromMs, index * CHUNK_MS - 1);
  }

  /** Shows the rows of the played time, and loads what is missing around it. */
  update(): void {
    const timeMs = this.options.getTime();
    const index = Math.floor(timeMs / CHUNK_MS);
    this.loadMissingParts(index);
    if (timeMs - index * CHUNK_MS > PRELOAD_SHARE * CHUNK_MS) this.loadMissingParts(index + 1);
    const chunk = this.chunks.get(index);
    for (const [name, { view, listeners }] of this.watchedByName)
      if (view.moveTo(chunk?.partsByName.get(name)?.recording, timeMs))
        for (const listener of listeners) listener();
  }

  close(): void {
    if (this.collectTimer) clearTimeout(this.collectTimer);
    this.collectTimer = null;
  }

  private listWatchedRecordings(): [string, WatchedRecording][] {
    return [...this.watchedByName];
  }

  private loadMissingParts(index: number): void {
    const { getNow, getTime } = this.options;
    // After each call, `update` loads the parts that are still missing at the played time.
    if (index * CHUNK_MS > getNow() || this.runningCallCount >= MAX_RUNNING_CALLS) return;
    const chunk = this.findOrAddChunk(index);
    const now = performance.now();
    /** Whether a part was loaded too early: some changes up to the played time were not recorded yet. */
    const isOutdated = ({ loadedAtMs }: LoadedPart) =>
      Math.min(getTime(), (index + 1) * CHUNK_MS) > loadedAtMs - RECORDING_LAG_MS;
    const missingRecordings = this.listWatchedRecordings().filter(([name]) => {
      const part = chunk.partsByName.get(name);
      if (part && !isOutdated(part)) return false;
      return now - (chunk.requestedAtByName.get(name) ?? Number.NEGATIVE_INFINITY) >= RETRY_INTERVAL_MS;
    });
    if (missingRecordings.length === 0) return;
    for (const [name] of missingRecordings) chunk.requestedAtByName.set(name, now);
    void this.loadRecordings(index, chunk, missingRecordings);
  }

  private async loadRecordings(
    index: number,
    chunk: Chunk,
    missingRecordings: [string, WatchedRecording][],
  ): Promise<void> {
    const loadedAtMs = this.options.getNow();
    let hasFailed = false;
    this.runningCallCount += 1;
    try {
      const sources = missingRecordings.map(([, { source }]) => source);
      const answer = await this.options.load(sources, index * CHUNK_MS, (index + 1) * CHUNK_MS);
      for (const [position, [name]] of missingRecordings.entries()) {
        const answeredSource = answer.sources[position]!;
        const recording =
          'sameAs' in answeredSource ? answer.sources[answeredSource.sameAs]! : answeredSource;
        // The answer had no room for this source, so the next call asks for it without a delay.
        if ('isPostponed' in recording) chunk.requestedAtByName.delete(name);
        else chunk.partsByName.set(name, { recording, loadedAtMs });
      }
    } catch {
      hasFailed = true;
    }
    this.runningCallCount -= 1;
    this.options.onLoaded(hasFailed);
  }

  private findOrAddChunk(index: number): Chunk {
    const chunk = this.chunks.get(index) ?? { partsByName: new Map(), requestedAtByName: new Map() };
    // The map is in order of use: the chunk that was used last comes last.
    this.chunks.delete(index);
    this.chunks.set(index, chunk);
    const [oldest] = this.chunks.keys();
    if (this.chunks.size > MAX_CHUNKS && oldest !== undefined) this.chunks.delete(oldest);
    return chunk;
  }
}

const LOADING_VIEW = new RecordedView();
