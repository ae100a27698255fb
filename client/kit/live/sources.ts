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
  readonly at: string | null;
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

const EMPTY_VIEW: SourceView = { rows: [], rowKey: [], at: null, isCatchingUp: true, refusalCode: null };

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
  private readonly painter = new PaintScheduler<WatchedSource>((watched) => this.updateView(watched));
  private lastJoinId = 0;

  constructor(link: LiveLinkMembers) {
    this.link = link;
  }

  /**
   * Watches a source until the returned function is called. Calls `listener` when the view of the
   * source has changed.
   */
  watch(path: string, params: Record<string, string>, listener: () => void): () => void {
    const watched = this.findOrAdd(path, params);
    watched.listeners.add(listener);
    if (watched.leaveTimer) clearTimeout(watched.leaveTimer);
    watched.leaveTimer = null;
    return () => {
      watched.listeners.delete(listener);
      if (watched.listeners.size === 0)
        watched.leaveTimer ??= setTimeout(() => this.leave(watched), LEAVE_DELAY_MS);
    };
  }

  /** Returns the data of a source; an empty view if nobody watches the source. */
  getView(path: string, params: Record<string, string>): SourceView {
    return this.sourcesByName.get(makeSourceName(path, params))?.view ?? EMPTY_VIEW;
  }

  onConnected(): void {
    for (const watched of this.sourcesByName.values()) {
      watched.failureCount = 0;
      this.join(watched);
    }
  }

  onDisconnected(): void {
    for (const watched of this.sourcesByName.values()) {
      this.stopWaiting(watched);
      watched.state.markOutdated();
      this.painter.paintSoon(watched);
    }
  }

  /** Clears the rows of all sources, because the next user must not see them. */
  clearRows(): void {
    for (const watched of this.sourcesByName.values()) {
      this.stopWaiting(watched);
      this.resetSource(watched);
      this.updateView(watched);
    }
  }

  onFrame(frame: Frame): void {
    for (const watched of this.sourcesByName.values()) {
      if (watched.key !== frame.source) continue;
      const result = watched.state.receive(frame);
      if (result === 'gap') this.repair(watched);
      if (result !== 'known') this.painter.paintSoon(watched);
    }
  }

  onBeat(beat: Heartbeat): void {
    for (const watched of this.sourcesByName.values()) {
      const at = watched.key === null ? undefined : beat.sources[watched.key];
      if (!at) continue;
      watched.state.confirm(at);
      if (!watched.state.catchingUp) watched.failureCount = 0;
      this.painter.paintSoon(watched);
    }
  }

  /** Joins again after the server has dropped one source, or all of them if `source` is null. */
  onReset(source: string | null): void {
    for (const watched of this.sourcesByName.values()) {
      if (source !== null && watched.key !== source) continue;
      watched.state.markOutdated();
      this.joinAfter(watched, source === null ? Math.random() * RESET_SPREAD_MS : 0);
      this.painter.paintSoon(watched);
    }
  }

  private findOrAdd(path: string, params: Record<string, string>): WatchedSource {
    const name = makeSourceName(path, params);
    const knownSource = this.sourcesByName.get(name);
    if (knownSource) return knownSource;
    const watched: WatchedSource = {
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
    this.sourcesByName.set(name, watched);
    this.join(watched);
    return watched;
  }

  private join(watched: WatchedSource): void {
    this.stopWaiting(watched);
    if (!this.link.isConnected) return;
    const joinId = ++this.lastJoinId;
    watched.pendingJoinId = joinId;
    watched.state.beginJoin();
    const request = { source: watched.path, params: watched.params, ...watched.state.since };
    this.link.watch(request, (answer) => this.onJoinAnswer(watched, joinId, answer));
  }

  private onJoinAnswer(watched: WatchedSource, joinId: number, answer: WatchAnswer | null): void {
    if (watched.pendingJoinId !== joinId) {
      if (answer?.ok && !this.sourcesByName.has(watched.name)) this.unwatch(answer.key);
      return;
    }
    watched.pendingJoinId = 0;
    if (answer === null) {
      this.repair(watched);
      return;
    }
    if (answer.ok) {
      watched.key = answer.key;
      watched.refusalCode = null;
      if (watched.state.join(answer) === 'gap') this.repair(watched);
    } else {
      this.refuse(watched, answer.code);
    }
    this.painter.paintNow(watched);
  }

  private refuse(watched: WatchedSource, code: string): void {
    // The user may no longer be allowed to see the rows.
    if (LASTING_REFUSAL_CODES.has(code)) this.resetSource(watched);
    watched.refusalCode = code;
    this.joinAfter(
      watched,
      LASTING_REFUSAL_CODES.has(code) ? REFUSED_RETRY_MS : getRetryDelay(++watched.failureCount),
    );
  }

  /** Joins again after a gap or a missing answer: at once the first time, then with growing delays. */
  private repair(watched: WatchedSource): void {
    this.joinAfter(watched, watched.failureCount === 0 ? 0 : getRetryDelay(watched.failureCount));
    watched.failureCount++;
  }

  private joinAfter(watched: WatchedSource, delayMs: number): void {
    this.stopWaiting(watched);
    watched.joinTimer = setTimeout(() => this.join(watched), delayMs);
  }

  /** Cancels the pending join and the timer. */
  private stopWaiting(watched: WatchedSource): void {
    watched.pendingJoinId = 0;
    if (watched.joinTimer) clearTimeout(watched.joinTimer);
    watched.joinTimer = null;
  }

  private resetSource(watched: WatchedSource): void {
    watched.state = new SourceState();
    watched.key = null;
    watched.refusalCode = null;
  }

  private leave(watched: WatchedSource): void {
    this.stopWaiting(watched);
    this.sourcesByName.delete(watched.name);
    this.painter.forgetItem(watched);
    if (watched.key !== null) this.unwatch(watched.key);
  }

  /** Leaves a source on the server, unless another watched source has the same key. */
  private unwatch(key: string): void {
    for (const other of this.sourcesByName.values()) if (other.key === key) return;
    this.link.unwatch(key);
  }

  private updateView(watched: WatchedSource): void {
    const { rows, rowKey, at, catchingUp } = watched.state;
    watched.view = {
      rows,
      rowKey,
      at: at === '' ? null : at,
      isCatchingUp: catchingUp,
      refusalCode: watched.refusalCode,
    };
    for (const listener of watched.listeners) listener();
  }
}

const makeSourceName = (path: string, params: Record<string, string>): string =>
  buildSourceKey(0, path, params);
