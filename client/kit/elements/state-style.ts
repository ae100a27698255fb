import type { TermKey } from '#shared/terms/index.ts';

/** How a state looks: the same in lists, on order pages, at terminals and on walls. */
export interface StateLook {
  /** A shape of its own, so that nobody depends on seeing colours. */
  readonly shape: string;
  /** The tone; each is a token `--state-<tone>`. */
  readonly tone: 'stop' | 'call' | 'late' | 'running' | 'action' | 'idle' | 'done';
}

const RUNNING: StateLook = { shape: '●', tone: 'running' };
const DONE: StateLook = { shape: '✓', tone: 'done' };
const IDLE: StateLook = { shape: '○', tone: 'idle' };
const ACTION: StateLook = { shape: '⬢', tone: 'action' };
const LATE: StateLook = { shape: '◆', tone: 'late' };
const STOP: StateLook = { shape: '■', tone: 'stop' };
const CALL: StateLook = { shape: '▲', tone: 'call' };
const OFF: StateLook = { shape: '–', tone: 'idle' };

const LOOKS: { readonly [state in TermKey]?: StateLook } = {
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

/** Whether a word is a state that is marked with colour and shape. */
export const isMarked = (state: TermKey): boolean => state in LOOKS;

/** How a state looks; quiet where it has no look of its own. */
export const lookOf = (state: TermKey): StateLook => LOOKS[state] ?? IDLE;
