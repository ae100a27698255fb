import type { RecordedActivityAnswer } from '#shared/answers/boards/recording.ts';
import { RECORDING_RETENTION_DAYS } from '#shared/boards/recording.ts';
import type { Playback } from '#client/kit/live/playback.ts';
import { findNearestRecording } from './nearest-recording.ts';
import {
  HOUR_MS,
  makePlaybackState,
  updatePlayback,
  type PlaybackAction,
  type PlaybackBounds,
  type PlaybackState,
} from './playback-state.ts';
import { RecordedSources, type LoadRecordedRows } from './recorded-sources.ts';

/** The interval at which a playback moves on, in milliseconds. Nobody can read faster changes. */
const STEP_INTERVAL_MS = 250;
/** How far the playback stays behind the present, in milliseconds, because the last changes may not be recorded yet. */
const PRESENT_LAG_MS = 20_000;
/**
 * The maximum time that one step plays, in milliseconds, so that a hidden page does not jump when it is shown
 * again.
 */
const MAX_ELAPSED_MS = 1000;
const RETENTION_MS = RECORDING_RETENTION_DAYS * 24 * HOUR_MS;

interface PlayerOptions {
  load: LoadRecordedRows;
  getNow: () => number;
  /** Where the playback begins, in milliseconds since 1970; null for an hour ago. */
  atMs: number | null;
}

/** Plays recordings back. The tiles within its `PlaybackContext` show its time and its rows. */
export class Player implements Playback {
  private readonly getNow: () => number;
  private readonly sources: RecordedSources;
  private readonly listeners = new Set<() => void>();
  private playbackState: PlaybackState;
  private hasFailedToLoad = false;
  /** Whether the playback may still move to the first recording by itself. */
  private mayMoveByItself: boolean;
  private timer: ReturnType<typeof setInterval> | null = null;
  private lastStepAt = 0;

  constructor({ load, getNow, atMs }: PlayerOptions) {
    this.getNow = getNow;
    this.mayMoveByItself = atMs === null;
    this.playbackState = makePlaybackState(atMs, this.bounds);
    this.sources = new RecordedSources({
      load,
      getNow,
      getTime: this.getTime,
      onLoaded: (hasFailed) => {
        this.hasFailedToLoad = hasFailed;
        this.sources.update();
        this.notify();
      },
    });
  }

  get bounds(): PlaybackBounds {
    const newestMs = Math.floor((this.getNow() - PRESENT_LAG_MS) / 1000) * 1000;
    return { oldestMs: newestMs - RETENTION_MS, newestMs };
  }

  getTime = (): number => this.playbackState.positionMs;

  /** Returns the state. It is the same object until it changes. */
  getState = (): PlaybackState => this.playbackState;

  /** Whether the last call for a recording failed. A failed call is repeated. */
  hasFailed = (): boolean => this.hasFailedToLoad;

  listSources = () => this.sources.listSources();

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  watch = (path: string, params: Record<string, string>, listener: () => void) =>
    this.sources.watch(path, params, listener);

  getView = (path: string, params: Record<string, string>) => this.sources.getView(path, params);

  /**
   * Moves the playback to the next recording if nothing is recorded at its beginning. Does so only if the playback was
   * opened without a time, and only until the person has used its controls.
   */
  openWithRecording(activity: RecordedActivityAnswer): void {
    if (!this.mayMoveByItself) return;
    const nearest = findNearestRecording(activity, this.getTime());
    // A recording that has just begun can be played back a little later.
    if (nearest?.kind === 'begins' && nearest.atMs > this.bounds.newestMs) return;
    this.mayMoveByItself = false;
    if (nearest?.kind === 'begins') this.dispatch({ type: 'seek', toMs: nearest.atMs });
  }

  dispatch = (action: PlaybackAction): void => {
    const before = this.playbackState;
    if (action.type !== 'pass') this.mayMoveByItself = false;
    this.playbackState = updatePlayback(before, action, this.bounds);
    if (this.playbackState === before) return;
    this.sources.update();
    this.notify();
  };

  /** Starts the timer that moves the position while the playback plays. @returns a function that stops the timer */
  start(): () => void {
    this.lastStepAt = performance.now();
    this.timer = setInterval(() => this.step(), STEP_INTERVAL_MS);
    return () => {
      if (this.timer) clearInterval(this.timer);
      this.sources.close();
    };
  }

  private step(): void {
    const now = performance.now();
    const elapsedMs = Math.min(now - this.lastStepAt, MAX_ELAPSED_MS);
    this.lastStepAt = now;
    const loadedUntilMs = this.sources.getLoadedUntil(this.getTime());
    this.dispatch({ type: 'pass', elapsedMs, loadedUntilMs });
    // Also repeats calls that have failed.
    this.sources.update();
  }

  private notify(): void {
    for (const listener of this.listeners) listener();
  }
}
