import {
  buildSourceKey,
  type Heartbeat,
  type Frame,
  type WatchAnswer,
  type WatchRequest,
} from '#shared/kernel/live.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import { PaintScheduler } from './paint.ts';
import { getRetryDelay } from './retry.ts';
import { SourceState } from './source-state.ts';

/** The data of a source, for components. */
export interface SourceView {
  /** The rows in no particular order; the array is the same object until a row changes. */
  readonly rows: readonly ReportRow[];
  readonly rowKey: readonly string[];
  /** When the server last confirmed the rows, ISO 8601 by its clock; null before the first rows. */
  readonly confirmedAt: string | null;
  /** Whether the server may have newer rows. */
  readonly isCatchingUp: boolean;
  /** The error code, if the server refused the source. */
  readonly refusalCode: string | null;
  /** Why a playback has no rows for the played time; missing on live pages. */
  readonly absence?: RecordingAbsence | null;
  /** Set if the rows may be this old in a playback, in seconds, because a large source is recorded less often. */
  readonly recordingIntervalSeconds?: number;
}

/** Why a playback shows no rows; each reason is the key of a term. */
export type RecordingAbsence = 'notRecorded' | 'tooLargeToRecord' | 'loadingRecording';

/** The part of the link that `LiveSources` uses. */
interface LiveLinkMembers {
  readonly isConnected: boolean;
  watch: (request: WatchRequest, onAnswer: (answer: WatchAnswer | null) => void) => void;
  unwatch: (key: string) => void;
}

const EMPTY_VIEW: SourceView = {
  rows: [],
  rowKey: [],
  confirmedAt: null,
  isCatchingUp: true,
  refusalCode: null,
};

/**
 * How long a source stays joined after its last listener has gone. A wall with several pages may soon need
 * the source again.
 */
const LEAVE_DELAY_MS = 2000;
/** After a reset of all sources, each screen joins again at a random moment within this time. */
const RESET_SPREAD_MS = 5000;
/** The delay before a source with a lasting refusal is joined again. */
const REFUSED_RETRY_MS = 60_000;
/**
 * The error codes of refusals that usually remain after a retry. A refusal with one of these codes
 * removes the rows of the source.
 */
const LASTING_REFUSAL_CODES: ReadonlySet<string> = new Set([
  'noPermission',
  'notSignedIn',
  'notFound',
  'fieldsInvalid',
  'paramCheckFailed',
]);

interface WatchedSource {
  readonly name: string;
  readonly path: string;
  readonly params: Record<string, string>;
  state: SourceState;
  view: SourceView;
  readonly listeners: Set<() => void>;
  /** The server's key of the source; null until the source is joined. */
  key: string | null;
  /** The sequence number of the pending join; 0 if none is pending. */
  pendingJoinId: number;
  failureCount: number;
  refusalCode: string | null;
  joinTimer: ReturnType<typeof setTimeout> | null;
  leaveTimer: ReturnType<typeof setTimeout> | null;
}

/** The sources that this page watches. Several listeners of the same source share one join. */
export class LiveSources {
  private readonly link: LiveLinkMembers;
  private readonly sourcesByName = new Map<string, WatchedSource>();
  private readonly painter = new PaintScheduler<WatchedSource>((source) => this.updateView(source));
  private lastJoinId = 0;

  constructor(link: LiveLinkMembers) {
    this.link = link;
  }

  /**
   * Watches a source until the returned function is called. Calls `listener` when the view of the
   * source has changed.
   */
  watch(path: string, params: Record<string, string>, listener: () => void): () => void {
    const source = this.findOrAdd(path, params);
    source.listeners.add(listener);
    if (source.leaveTimer) clearTimeout(source.leaveTimer);
    source.leaveTimer = null;
    return () => {
      source.listeners.delete(listener);
      if (source.listeners.size === 0)
        source.leaveTimer ??= setTimeout(() => this.leave(source), LEAVE_DELAY_MS);
    };
  }

  /** Returns the data of a source; an empty view if nobody watches the source. */
  getView(path: string, params: Record<string, string>): SourceView {
    return this.sourcesByName.get(makeSourceName(path, params))?.view ?? EMPTY_VIEW;
  }

  onConnected(): void {
    for (const source of this.sourcesByName.values()) {
      source.failureCount = 0;
      this.join(source);
    }
  }

  onDisconnected(): void {
    for (const source of this.sourcesByName.values()) {
      this.stopWaiting(source);
      source.state.markOutdated();
      this.painter.paintSoon(source);
    }
  }

  /** Clears the rows of all sources, because the next user must not see them. */
  clearRows(): void {
    for (const source of this.sourcesByName.values()) {
      this.stopWaiting(source);
      this.resetSource(source);
      this.updateView(source);
    }
  }

  onFrame(frame: Frame): void {
    for (const source of this.sourcesByName.values()) {
      if (source.key !== frame.source) continue;
      const result = source.state.receive(frame);
      if (result === 'gap') this.repair(source);
      if (result !== 'known') this.painter.paintSoon(source);
    }
  }

  onBeat(beat: Heartbeat): void {
    for (const source of this.sourcesByName.values()) {
      const at = source.key === null ? undefined : beat.sources[source.key];
      if (!at) continue;
      source.state.confirm(at);
      if (!source.state.isCatchingUp) source.failureCount = 0;
      this.painter.paintSoon(source);
    }
  }

  /** Joins again after the server has dropped one source, or all of them if `key` is null. */
  onReset(key: string | null): void {
    for (const source of this.sourcesByName.values()) {
      if (key !== null && source.key !== key) continue;
      source.state.markOutdated();
      this.joinAfter(source, key === null ? Math.random() * RESET_SPREAD_MS : 0);
      this.painter.paintSoon(source);
    }
  }

  private findOrAdd(path: string, params: Record<string, string>): WatchedSource {
    const name = makeSourceName(path, params);
    const knownSource = this.sourcesByName.get(name);
    if (knownSource) return knownSource;
    const source: WatchedSource = {
      name,
      path,
      params,
      state: new SourceState(),
      view: EMPTY_VIEW,
      listeners: new Set(),
      key: null,
      pendingJoinId: 0,
      failureCount: 0,
      refusalCode: null,
      joinTimer: null,
      leaveTimer: null,
    };
    this.sourcesByName.set(name, source);
    this.join(source);
    return source;
  }

  private join(source: WatchedSource): void {
    this.stopWaiting(source);
    if (!this.link.isConnected) return;
    const joinId = ++this.lastJoinId;
    source.pendingJoinId = joinId;
    source.state.beginJoin();
    const request = { source: source.path, params: source.params, ...source.state.since };
    this.link.watch(request, (answer) => this.onJoinAnswer(source, joinId, answer));
  }

  private onJoinAnswer(source: WatchedSource, joinId: number, answer: WatchAnswer | null): void {
    if (source.pendingJoinId !== joinId) {
      if (answer?.ok && !this.sourcesByName.has(source.name)) this.unwatch(answer.key);
      return;
    }
    source.pendingJoinId = 0;
    if (answer === null) {
      this.repair(source);
      return;
    }
    if (answer.ok) {
      source.key = answer.key;
      source.refusalCode = null;
      if (source.state.join(answer) === 'gap') this.repair(source);
    } else {
      this.refuse(source, answer.code);
    }
    this.painter.paintNow(source);
  }

  private refuse(source: WatchedSource, code: string): void {
    // The user may no longer be allowed to see the rows.
    if (LASTING_REFUSAL_CODES.has(code)) this.resetSource(source);
    source.refusalCode = code;
    this.joinAfter(
      source,
      LASTING_REFUSAL_CODES.has(code) ? REFUSED_RETRY_MS : getRetryDelay(++source.failureCount),
    );
  }

  /** Joins again after a gap or a missing answer: at once the first time, then with growing delays. */
  private repair(source: WatchedSource): void {
    this.joinAfter(source, source.failureCount === 0 ? 0 : getRetryDelay(source.failureCount));
    source.failureCount++;
  }

  private joinAfter(source: WatchedSource, delayMs: number): void {
    this.stopWaiting(source);
    source.joinTimer = setTimeout(() => this.join(source), delayMs);
  }

  /** Cancels the pending join and the timer. */
  private stopWaiting(source: WatchedSource): void {
    source.pendingJoinId = 0;
    if (source.joinTimer) clearTimeout(source.joinTimer);
    source.joinTimer = null;
  }

  private resetSource(source: WatchedSource): void {
    source.state = new SourceState();
    source.key = null;
    source.refusalCode = null;
  }

  private leave(source: WatchedSource): void {
    this.stopWaiting(source);
    this.sourcesByName.delete(source.name);
    this.painter.forgetItem(source);
    if (source.key !== null) this.unwatch(source.key);
  }

  /** Leaves a source on the server, unless another watched source has the same key. */
  private unwatch(key: string): void {
    for (const other of this.sourcesByName.values()) if (other.key === key) return;
    this.link.unwatch(key);
  }

  private updateView(source: WatchedSource): void {
    const { rows, rowKey, confirmedAt, isCatchingUp } = source.state;
    source.view = {
      rows,
      rowKey,
      confirmedAt: confirmedAt === '' ? null : confirmedAt,
      isCatchingUp,
      refusalCode: source.refusalCode,
    };
    for (const listener of source.listeners) listener();
  }
}

const makeSourceName = (path: string, params: Record<string, string>): string =>
  buildSourceKey(0, path, params);
