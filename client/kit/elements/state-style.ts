import type { TermKey } from '#shared/terms/index.ts';

/** The style in which pages and boards show a state. */
export interface StateStyle {
  /** A character that shows the state to users who cannot distinguish the colours. */
  readonly shape: string;
  /** The tone, which selects the colour token `--state-<tone>`. */
  readonly tone: 'stop' | 'call' | 'late' | 'running' | 'action' | 'idle' | 'done';
}

const RUNNING_STYLE: StateStyle = { shape: '●', tone: 'running' };
const DONE_STYLE: StateStyle = { shape: '✓', tone: 'done' };
const IDLE_STYLE: StateStyle = { shape: '○', tone: 'idle' };
const PENDING_STYLE: StateStyle = { shape: '⬢', tone: 'action' };
/** The style of late, blocked or below-target items. */
export const LATE_STYLE: StateStyle = { shape: '◆', tone: 'late' };
const STOP_STYLE: StateStyle = { shape: '■', tone: 'stop' };
export const CALL_STYLE: StateStyle = { shape: '▲', tone: 'call' };
/** The style of pieces that are at a supplier. */
const OUTSIDE_STYLE: StateStyle = { shape: '↗', tone: 'action' };
const OFF_STYLE: StateStyle = { shape: '–', tone: 'idle' };

const STYLES_BY_STATE: { readonly [state in TermKey]?: StateStyle } = {
  draft: IDLE_STYLE,
  released: PENDING_STYLE,
  inProgress: RUNNING_STYLE,
  completed: DONE_STYLE,
  closed: DONE_STYLE,
  suspended: LATE_STYLE,
  cancelled: OFF_STYLE,
  notStarted: IDLE_STYLE,
  partlyReceived: PENDING_STYLE,
  received: PENDING_STYLE,
  machinable: PENDING_STYLE,
  readyProcesses: PENDING_STYLE,
  doneToday: DONE_STYLE,
  waitingNow: IDLE_STYLE,
  processing: RUNNING_STYLE,
  unfinished: CALL_STYLE,
  specialAcceptance: DONE_STYLE,
  scrapped: STOP_STYLE,
  outsourced: OUTSIDE_STYLE,
  partlySent: PENDING_STYLE,
  sent: RUNNING_STYLE,
  partlyReturned: RUNNING_STYLE,
  split: OFF_STYLE,
  combined: OFF_STYLE,
  enabled: RUNNING_STYLE,
  discontinued: STOP_STYLE,
  normal: RUNNING_STYLE,
  repair: LATE_STYLE,
  downtimes: OFF_STYLE,
  onJob: RUNNING_STYLE,
  vacation: IDLE_STYLE,
  quit: STOP_STYLE,
  notIn: IDLE_STYLE,
  partlyIn: PENDING_STYLE,
  allIn: DONE_STYLE,
  waitingForInitiation: CALL_STYLE,
  remediesInCountersign: PENDING_STYLE,
  remediesRejected: LATE_STYLE,
  tracingCountersign: RUNNING_STYLE,
  finished: DONE_STYLE,
  passed: DONE_STYLE,
  notPassed: STOP_STYLE,
  notCountersigned: IDLE_STYLE,
  inspecting: RUNNING_STYLE,
  inspectionPassed: DONE_STYLE,
  inspectionFailed: STOP_STYLE,
  inspectionReleased: LATE_STYLE,
  inspectionCancelled: OFF_STYLE,
  gaugeInUse: RUNNING_STYLE,
  gaugeInCalibration: PENDING_STYLE,
  gaugeBlocked: STOP_STYLE,
  gaugeScrapped: OFF_STYLE,
  gaugeOverdue: LATE_STYLE,
  gaugeNotCalibrated: LATE_STYLE,
  calibrationPassed: DONE_STYLE,
  calibrationAdjusted: LATE_STYLE,
  calibrationFailed: STOP_STYLE,
  correctiveOpen: RUNNING_STYLE,
  correctiveChecking: PENDING_STYLE,
  correctiveEffective: DONE_STYLE,
  correctiveCancelled: OFF_STYLE,
  measureOpen: IDLE_STYLE,
  measureDone: DONE_STYLE,
  planOnTime: RUNNING_STYLE,
  planProjectedLate: LATE_STYLE,
  planLate: STOP_STYLE,
  nodeOpen: IDLE_STYLE,
  nodeBegun: RUNNING_STYLE,
  nodeEnded: DONE_STYLE,
  studyOpen: RUNNING_STYLE,
  studyConcluded: DONE_STYLE,
  studyCancelled: OFF_STYLE,
  grrGood: DONE_STYLE,
  grrConditional: LATE_STYLE,
  grrUnusable: STOP_STYLE,
  judgedOk: DONE_STYLE,
  judgedNotOk: STOP_STYLE,
  penaltyProposed: CALL_STYLE,
  penaltyApproved: DONE_STYLE,
  penaltyRefused: OFF_STYLE,
  waiting: PENDING_STYLE,
  inWork: RUNNING_STYLE,
  onHold: LATE_STYLE,
  inRework: CALL_STYLE,
  atSupplier: OUTSIDE_STYLE,
  inWarehouse: DONE_STYLE,
  consumed: DONE_STYLE,
  raised: CALL_STYLE,
  acknowledged: PENDING_STYLE,
  onSite: RUNNING_STYLE,
  solved: DONE_STYLE,
  firing: CALL_STYLE,
  resolved: DONE_STYLE,
  warning: CALL_STYLE,
  critical: STOP_STYLE,
  down: STOP_STYLE,
  setup: PENDING_STYLE,
  running: RUNNING_STYLE,
  off: OFF_STYLE,
  online: RUNNING_STYLE,
  linkValid: RUNNING_STYLE,
  linkExpired: OFF_STYLE,
  linkRevoked: STOP_STYLE,
  dark: STOP_STYLE,
  notPaired: IDLE_STYLE,
  idle: IDLE_STYLE,
};

/** Whether a term is a state with a style. */
export const hasStateStyle = (state: TermKey): boolean => state in STYLES_BY_STATE;

/** Returns the style of a state; the idle style if it has none. */
export const getStateStyle = (state: TermKey): StateStyle => STYLES_BY_STATE[state] ?? IDLE_STYLE;
