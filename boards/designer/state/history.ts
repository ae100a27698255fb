/** The number of steps that can be undone. */
const MAX_UNDO_STEPS = 200;

/** The states of something that is edited. */
export interface History<T> {
  readonly past: readonly T[];
  readonly present: T;
  readonly future: readonly T[];
  /** The gesture that made the present state. A next step of the same gesture is merged; null merges nothing. */
  readonly gesture: string | null;
}

export const beginHistory = <T>(present: T): History<T> => ({ past: [], present, future: [], gesture: null });

/**
 * Adds a step. If `next` is the present state, returns the same history.
 * @param gesture a name, for example of a key or an input; steps in a row with the same name are undone
 * together
 */
export function recordStep<T>(history: History<T>, next: T, gesture: string | null = null): History<T> {
  if (next === history.present) return history;
  const isMerged = gesture !== null && gesture === history.gesture;
  return {
    past: isMerged ? history.past : [...history.past, history.present].slice(-MAX_UNDO_STEPS),
    present: next,
    future: [],
    gesture,
  };
}

/** Ends the gesture, so that the next step is undone by itself. */
export const endGesture = <T>(history: History<T>): History<T> =>
  history.gesture === null ? history : { ...history, gesture: null };

/** Goes back by one step; at the first state, returns the same history. */
export function undoStep<T>(history: History<T>): History<T> {
  const { past, present, future } = history;
  if (past.length === 0) return history;
  return { past: past.slice(0, -1), present: past.at(-1)!, future: [present, ...future], gesture: null };
}

/** Repeats the step that was undone last; without one, returns the same history. */
export function redoStep<T>(history: History<T>): History<T> {
  const { past, present, future } = history;
  if (future.length === 0) return history;
  return { past: [...past, present], present: future[0]!, future: future.slice(1), gesture: null };
}
