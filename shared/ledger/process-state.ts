import { addQuantities, subtractQuantities } from '#shared/ledger/quantity.ts';

/** The buckets of a process's ledger. Each piece that has been at a process is in exactly one bucket of the process. */
export const LEDGER_BUCKETS = [
  'machinable',
  'inWork',
  'good',
  'concession',
  'reworkOpen',
  'inRework',
  'scrap',
  'hold',
  'outsourced',
] as const;
export type LedgerBucket = (typeof LEDGER_BUCKETS)[number];
/** Where quantities come from: the supply, which is what arrives at a process, or a surplus beyond the supply. */
export const QUANTITY_SOURCES = ['supply', 'surplus'] as const;
export type QuantitySource = (typeof QUANTITY_SOURCES)[number];
export type LedgerAccount = LedgerBucket | QuantitySource;

export const PROCESS_STATES = [
  'notStarted',
  'partlyReceived',
  'received',
  'processing',
  'unfinished',
  'completed',
  'specialAcceptance',
  'scrapped',
  'suspended',
] as const;
export type ProcessState = (typeof PROCESS_STATES)[number];

/** The data that determines the state of a process. */
export type Ledger = Record<LedgerBucket, number> & {
  plannedQuantity: number;
  /**
   * The total quantity that has arrived from the supplying processes; the planned quantity if no process
   * supplies this process.
   */
  arrived: number;
  /** The sum of all movements from the source `supply`, minus all movements back to `supply`. */
  received: number;
  /** The sum of all movements from the source `surplus`, minus all movements back to `surplus`. */
  excess: number;
  /** The quantity that was lost upstream and has not been replaced. */
  inheritedLoss: number;
  /**
   * The scrapped quantity that has an answer, so that the process need not deliver it any more: it is replaced, the
   * order is reduced, or the shortage is accepted.
   */
  acceptedLoss: number;
  /** The part of the planned quantity that replaces pieces scrapped at this process or a later process. */
  scrapAllowance: number;
  /** The number of running reports. */
  openReports: number;
  /** Whether the process has a run report or a shipment to a supplier. Reversed reports and shipments do not count. */
  hasRun: boolean;
  suspendedAt: string | null;
};

/** Calculates the quantity that a process has to deliver: planned minus inherited and accepted loss, at least 0. */
export const calculateTargetQuantity = (
  ledger: Pick<Ledger, 'plannedQuantity' | 'inheritedLoss' | 'acceptedLoss'>,
): number =>
  Math.max(0, subtractQuantities(ledger.plannedQuantity, ledger.inheritedLoss, ledger.acceptedLoss));

/**
 * Calculates the quantity that has arrived and is not received. It is 0 if imported reports have received more than
 * has arrived.
 */
export const calculateReceivableQuantity = (ledger: Pick<Ledger, 'arrived' | 'received'>): number =>
  Math.max(0, subtractQuantities(ledger.arrived, ledger.received));

/**
 * Derives the state of a process; the first rule that matches applies. The server derives the state whenever it
 * writes the ledger of the process, and nobody sets the state directly.
 */
export function deriveProcessState(ledger: Ledger): ProcessState {
  if (ledger.suspendedAt !== null) return 'suspended';
  if (ledger.openReports > 0) return 'processing';
  const passedQuantity = addQuantities(ledger.good, ledger.concession);
  if (passedQuantity === 0 && addQuantities(ledger.scrap, ledger.inheritedLoss) >= ledger.plannedQuantity)
    return 'scrapped';
  const target = calculateTargetQuantity(ledger);
  if (ledger.good >= target) return 'completed';
  if (target <= passedQuantity) return 'specialAcceptance';
  if (ledger.hasRun) return 'unfinished';
  if (ledger.received > 0 && ledger.received >= ledger.arrived) return 'received';
  if (ledger.received > 0) return 'partlyReceived';
  return 'notStarted';
}

export const PROCESS_EVENTS = [
  'receive',
  'start',
  'unfinished',
  'finish',
  'rework',
  'outsidePlan',
  'suspend',
  'resume',
  'outsource',
  'return',
  'reverse',
] as const;
export type ProcessEvent = (typeof PROCESS_EVENTS)[number];

const EVENTS_OF_OPEN_PROCESSES: readonly ProcessEvent[] = [
  'receive',
  'start',
  'rework',
  'outsidePlan',
  'suspend',
  'outsource',
  'return',
  'reverse',
];
const EVENTS_OF_ENDED_PROCESSES: readonly ProcessEvent[] = [
  'rework',
  'outsidePlan',
  'suspend',
  'return',
  'reverse',
];

/**
 * The events that each state of a process allows. The state of the order, quantities and times may still forbid
 * them.
 */
export const PROCESS_EVENTS_BY_STATE: { readonly [S in ProcessState]: readonly ProcessEvent[] } = {
  notStarted: EVENTS_OF_OPEN_PROCESSES,
  partlyReceived: EVENTS_OF_OPEN_PROCESSES,
  received: EVENTS_OF_OPEN_PROCESSES,
  processing: [
    'receive',
    'start',
    'unfinished',
    'finish',
    'rework',
    'outsidePlan',
    'suspend',
    'return',
    'reverse',
  ],
  unfinished: EVENTS_OF_OPEN_PROCESSES,
  completed: EVENTS_OF_ENDED_PROCESSES,
  specialAcceptance: EVENTS_OF_ENDED_PROCESSES,
  scrapped: EVENTS_OF_ENDED_PROCESSES,
  suspended: ['outsidePlan', 'resume', 'reverse'],
};

export const isEventAllowed = (state: ProcessState, event: ProcessEvent): boolean =>
  PROCESS_EVENTS_BY_STATE[state].includes(event);
