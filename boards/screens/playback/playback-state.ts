/** The speeds of a playback, as multiples of real time. */
export const PLAYBACK_SPEEDS = [1, 10, 60] as const;
export type PlaybackSpeed = (typeof PLAYBACK_SPEEDS)[number];

/** The lengths of time that the strip can show, in hours. */
export const SPAN_HOURS = [1, 8, 24] as const;

export const HOUR_MS = 3_600_000;

/** The lengths of the two steps by buttons and arrow keys, in milliseconds. */
export const SMALL_STEP_MS = 10_000;
export const LARGE_STEP_MS = 60_000;

/** The state of a playback. All times are in milliseconds since 1970. */
export interface PlaybackState {
  readonly positionMs: number;
  readonly isPlaying: boolean;
  readonly speed: PlaybackSpeed;
  /** The span that the strip shows. The position is always within this span. */
  readonly spanFromMs: number;
  readonly spanUntilMs: number;
}

/** The times that can be played back: from the oldest recording to the present. */
export interface PlaybackBounds {
  readonly oldestMs: number;
  readonly newestMs: number;
}

export type PlaybackAction =
  /**
   * An amount of real time has passed, so the position moves on. It stops at `loadedUntilMs` until the next
   * part of the recording is loaded.
   */
  | { readonly type: 'pass'; readonly elapsedMs: number; readonly loadedUntilMs: number }
  | { readonly type: 'seek'; readonly toMs: number }
  | { readonly type: 'step'; readonly byMs: number }
  | { readonly type: 'setPlaying'; readonly isPlaying: boolean }
  | { readonly type: 'setSpeed'; readonly speed: PlaybackSpeed }
  | { readonly type: 'setSpan'; readonly hours: number };

const clamp = (value: number, min: number, max: number): number => Math.max(min, Math.min(max, value));

/**
 * Moves the span if the position is outside it. If the playback runs past the end of the span, the new span
 * begins at the position.
 */
function moveSpanToPosition(state: PlaybackState, { newestMs }: PlaybackBounds): PlaybackState {
  const { positionMs, spanFromMs, spanUntilMs } = state;
  if (positionMs >= spanFromMs && positionMs <= spanUntilMs) return state;
  const lengthMs = spanUntilMs - spanFromMs;
  const hasPlayedPastEnd = positionMs > spanUntilMs && positionMs - spanUntilMs < lengthMs && state.isPlaying;
  const newSpanUntilMs = positionMs + (hasPlayedPastEnd ? lengthMs : lengthMs / 2);
  const untilMs = Math.max(positionMs, Math.min(newSpanUntilMs, newestMs));
  return { ...state, spanFromMs: untilMs - lengthMs, spanUntilMs: untilMs };
}

function moveTo(state: PlaybackState, toMs: number, bounds: PlaybackBounds): PlaybackState {
  const positionMs = clamp(toMs, bounds.oldestMs, bounds.newestMs);
  return positionMs === state.positionMs ? state : moveSpanToPosition({ ...state, positionMs }, bounds);
}

function passTime(
  state: PlaybackState,
  { elapsedMs, loadedUntilMs }: { elapsedMs: number; loadedUntilMs: number },
  bounds: PlaybackBounds,
): PlaybackState {
  if (!state.isPlaying) return state;
  const targetMs = state.positionMs + elapsedMs * state.speed;
  const next = moveTo(
    state,
    clamp(targetMs, state.positionMs, Math.max(state.positionMs, loadedUntilMs)),
    bounds,
  );
  // At the present there is nothing more to play, so the playback pauses.
  return next.positionMs >= bounds.newestMs ? { ...next, isPlaying: false } : next;
}

/** Returns the state after an action. */
export function updatePlayback(
  state: PlaybackState,
  action: PlaybackAction,
  bounds: PlaybackBounds,
): PlaybackState {
  switch (action.type) {
    case 'pass':
      return passTime(state, action, bounds);
    case 'seek':
      return moveTo(state, action.toMs, bounds);
    case 'step':
      return moveTo(state, state.positionMs + action.byMs, bounds);
    case 'setPlaying':
      return { ...state, isPlaying: action.isPlaying && state.positionMs < bounds.newestMs };
    case 'setSpeed':
      return { ...state, speed: action.speed };
    case 'setSpan': {
      const lengthMs = action.hours * HOUR_MS;
      const untilMs = Math.max(
        state.positionMs,
        Math.min(state.positionMs + lengthMs / 2, Math.max(bounds.newestMs, state.spanUntilMs)),
      );
      return { ...state, spanFromMs: untilMs - lengthMs, spanUntilMs: untilMs };
    }
  }
}

/** Makes the state at the beginning: paused at a time, or an hour before the present. */
export function makePlaybackState(atMs: number | null, bounds: PlaybackBounds): PlaybackState {
  const state: PlaybackState = {
    positionMs: bounds.newestMs - HOUR_MS,
    isPlaying: false,
    speed: 1,
    spanFromMs: bounds.newestMs - HOUR_MS,
    spanUntilMs: bounds.newestMs,
  };
  return atMs === null ? state : moveTo(state, atMs, bounds);
}
