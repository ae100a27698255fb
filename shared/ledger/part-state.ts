import type { ProcessState } from './process-state.ts';

/** The states of a process that has delivered all its pieces. */
export const DONE_PROCESS_STATES = [
  'completed',
  'specialAcceptance',
] as const satisfies readonly ProcessState[];

/**
 * The states in order of priority. A part that is not done has the first of these states that one of its
 * processes has.
 */
const STATE_PRIORITY: readonly ProcessState[] = [
  'processing',
  'suspended',
  'scrapped',
  'unfinished',
  'received',
  'partlyReceived',
];

/**
 * Derives the state of a part from the states of its processes.
 * @param states the states that its processes have, at least one
 */
export function derivePartState(states: readonly ProcessState[]): ProcessState {
  const isDone = (state: ProcessState) => DONE_PROCESS_STATES.some((doneState) => doneState === state);
  if (states.every(isDone)) return 'completed';
  const decisiveState = STATE_PRIORITY.find((state) => states.includes(state));
  // If no process has one of these states, the part is unfinished as soon as a process is done.
  return decisiveState ?? (states.some(isDone) ? 'unfinished' : 'notStarted');
}
