import type { ProcessState } from '#shared/ledger/process-state.ts';
import { sum } from '#shared/ledger/quantity.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';

const DONE: ReadonlySet<ProcessState> = new Set(['completed', 'specialAcceptance']);
/** The process states that determine the state of a part, in order of priority. */
const STATE_PRIORITY: readonly ProcessState[] = [
  'processing',
  'suspended',
  'scrapped',
  'unfinished',
  'received',
  'partlyReceived',
];

/** A part as the tree shows it. */
interface PartFigures {
  /** Null if it has no routing yet. */
  state: ProcessState | null;
  /** How many of its processes are done. */
  done: number;
  processes: number;
}

/** Computes the state of a part from its processes. */
export function partFigures(own: readonly ProcessProgress[]): PartFigures {
  const done = own.filter((one) => DONE.has(one.state)).length;
  const count = { done, processes: own.length };
  if (own.length === 0) return { state: null, ...count };
  if (done === own.length) return { state: 'completed', ...count };
  const decisiveState = STATE_PRIORITY.find((state) => own.some((one) => one.state === state));
  // Between two operations: some are done, the next has not started.
  return { state: decisiveState ?? (done > 0 ? 'unfinished' : 'notStarted'), ...count };
}

/** Where an order is: the running processes, otherwise those where pieces wait. */
interface OrderLocation {
  kind: 'running' | 'waiting';
  at: ProcessProgress[];
}

/** Finds where an order is; null if nothing is running or waiting. */
export function locateOrder(rows: readonly ProcessProgress[]): OrderLocation | null {
  const running = rows.filter((row) => row.open.length > 0);
  if (running.length > 0) return { kind: 'running', at: running };
  const waiting = rows.filter(
    (row) => !DONE.has(row.state) && row.state !== 'scrapped' && (row.machinable > 0 || row.receivable > 0),
  );
  return waiting.length > 0 ? { kind: 'waiting', at: waiting } : null;
}

/** Finds the processes that keep an idle order open: those with pieces that are lost, on hold or to be reworked. */
export const findStuckProcesses = (
  rows: readonly ProcessProgress[],
): { name: 'scrap' | 'reworkOpen' | 'hold'; quantity: number }[] =>
  (['scrap', 'reworkOpen', 'hold'] as const)
    .map((name) => ({ name, quantity: sum(...rows.map((row) => row[name])) }))
    .filter(({ quantity }) => quantity > 0);

/** Chooses the part to show first: one with running work, otherwise one with waiting pieces, otherwise the root. */
export function partToShow(
  rows: readonly ProcessProgress[],
  parts: readonly { id: number; parentId: number | null }[],
): number | null {
  return (
    locateOrder(rows)?.at[0]?.partId ??
    parts.find((part) => part.parentId === null)?.id ??
    parts[0]?.id ??
    null
  );
}
