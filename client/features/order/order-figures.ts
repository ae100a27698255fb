import type { ProcessState } from '#shared/ledger/process-state.ts';
import { addQuantities } from '#shared/ledger/quantity.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';

const DONE_STATES: ReadonlySet<ProcessState> = new Set(['completed', 'specialAcceptance']);
/**
 * The states that decide the state of an unfinished part: the part has the first of these states that any of its
 * processes has.
 */
const PART_STATE_PRIORITY: readonly ProcessState[] = [
  'processing',
  'suspended',
  'scrapped',
  'unfinished',
  'received',
  'partlyReceived',
];

/** The state of a part, and how many of its processes are done. */
interface PartProgress {
  /** The state of the part; null if the part has no routing yet. */
  state: ProcessState | null;
  /** The number of processes that are done. */
  done: number;
  processCount: number;
}

/** Computes the state and the progress of a part from its processes. */
export function computePartProgress(processes: readonly ProcessProgress[]): PartProgress {
  const doneCount = processes.filter((process) => DONE_STATES.has(process.state)).length;
  const counts = { done: doneCount, processCount: processes.length };
  if (processes.length === 0) return { state: null, ...counts };
  if (doneCount === processes.length) return { state: 'completed', ...counts };
  const decisiveState = PART_STATE_PRIORITY.find((state) =>
    processes.some((process) => process.state === state),
  );
  // If no process has one of these states, the part is unfinished as soon as a process is done.
  return { state: decisiveState ?? (doneCount > 0 ? 'unfinished' : 'notStarted'), ...counts };
}

/** The running processes of an order, or the processes where pieces wait. */
interface CurrentProcesses {
  kind: 'running' | 'waiting';
  processes: ProcessProgress[];
}

/**
 * Finds the running processes of an order. If no process is running, finds the processes that are neither
 * done nor scrapped and have pieces to receive or to work on.
 * @returns null if there is no such process
 */
export function findCurrentProcesses(rows: readonly ProcessProgress[]): CurrentProcesses | null {
  const running = rows.filter((row) => row.open.length > 0);
  if (running.length > 0) return { kind: 'running', processes: running };
  const waitingProcesses = rows.filter(
    (row) =>
      !DONE_STATES.has(row.state) && row.state !== 'scrapped' && (row.machinable > 0 || row.receivable > 0),
  );
  return waitingProcesses.length > 0 ? { kind: 'waiting', processes: waitingProcesses } : null;
}

/**
 * Sums the pieces that are scrapped, to be reworked or on hold, and leaves out sums of 0. These sums
 * explain why an order in progress has no running and no waiting process.
 */
export const sumStuckPieces = (
  rows: readonly ProcessProgress[],
): { name: 'scrap' | 'reworkOpen' | 'hold'; quantity: number }[] =>
  (['scrap', 'reworkOpen', 'hold'] as const)
    .map((name) => ({ name, quantity: addQuantities(...rows.map((row) => row[name])) }))
    .filter(({ quantity }) => quantity > 0);

/**
 * Chooses the part that the order's page shows first: a part with running work, otherwise a part with
 * waiting pieces, otherwise the first root part.
 * @returns the id of the part; null if the order has no parts
 */
export function choosePartToShow(
  rows: readonly ProcessProgress[],
  parts: readonly { id: number; parentId: number | null }[],
): number | null {
  return (
    findCurrentProcesses(rows)?.processes[0]?.partId ??
    parts.find((part) => part.parentId === null)?.id ??
    parts[0]?.id ??
    null
  );
}
