import type { TermKey } from '#shared/terms/index.ts';

/** The style of a state. A state looks the same on every page and board. */
export interface StateStyle {
  /** The shape, so that users who cannot tell colours apart recognise the state. */
  readonly shape: string;
  /** The tone, which selects the colour token `--state-<tone>`. */
  readonly tone: 'stop' | 'call' | 'late' | 'running' | 'action' | 'idle' | 'done';
}

const RUNNING: StateStyle = { shape: '●', tone: 'running' };
const DONE: StateStyle = { shape: '✓', tone: 'done' };
const IDLE: StateStyle = { shape: '○', tone: 'idle' };
const ACTION: StateStyle = { shape: '⬢', tone: 'action' };
const LATE: StateStyle = { shape: '◆', tone: 'late' };
const STOP: StateStyle = { shape: '■', tone: 'stop' };
const CALL: StateStyle = { shape: '▲', tone: 'call' };
const OFF: StateStyle = { shape: '–', tone: 'idle' };

const LOOKS: { readonly [state in TermKey]?: StateStyle } = {
  draft: IDLE,
  released: ACTION,
  inProgress: RUNNING,
  completed: DONE,
  closed: DONE,
  suspended: LATE,
  cancelled: STOP,
  notStarted: IDLE,
  partlyReceived: ACTION,
  received: ACTION,
  processing: RUNNING,
  unfinished: CALL,
  specialAcceptance: DONE,
  scrapped: STOP,
  enabled: RUNNING,
  discontinued: STOP,
  normal: RUNNING,
  repair: LATE,
  onJob: RUNNING,
  vacation: IDLE,
  quit: STOP,
  notIn: IDLE,
  partlyIn: ACTION,
  allIn: DONE,
  raised: CALL,
  acknowledged: ACTION,
  onSite: RUNNING,
  solved: DONE,
  down: STOP,
  setup: ACTION,
  running: RUNNING,
  off: OFF,
  idle: IDLE,
};

/** Whether a term is a state with a style. */
export const isMarked = (state: TermKey): boolean => state in LOOKS;

/** Returns the style of a state; the idle style if it has none. */
export const styleOf = (state: TermKey): StateStyle => LOOKS[state] ?? IDLE;
