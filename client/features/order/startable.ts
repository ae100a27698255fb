import { isFinished, previousOf, type LedgerProcess } from '#shared/rules/ledger.ts';
import { minus, sum } from '#shared/rules/quantity.ts';
import { doneOf } from './order-figures.ts';
import type { ProcessProgress } from '#shared/machines/process-progress.ts';

/** How many pieces can be started now: what is here, and what has arrived where nobody need receive it first. */
export const startable = (of: Pick<ProcessProgress, 'machinable' | 'receivable' | 'needsReceive'>): number =>
  of.needsReceive ? of.machinable : sum(of.machinable, of.receivable);

const asLedger = (row: ProcessProgress): LedgerProcess => ({ ...row, id: row.processId });

/** The processes before one in the routing of its part. */
function before(process: ProcessProgress, routing: readonly ProcessProgress[]): LedgerProcess[] {
  return previousOf(asLedger(process), routing.map(asLedger));
}

/** The process before that is still open and must be finished first; null where nothing stands in the way. */
export function openBefore(
  process: ProcessProgress,
  routing: readonly ProcessProgress[],
): ProcessProgress | null {
  if (process.leapfrog) return null;
  const open = before(process, routing).find((one) => !isFinished(one));
  return routing.find((row) => row.processId === open?.id) ?? null;
}

/** The process that pieces are waited for from; null where the routing begins, or where nothing more will come. */
export function waitsFor(
  process: ProcessProgress,
  routing: readonly ProcessProgress[],
): ProcessProgress | null {
  const ids = before(process, routing).map((one) => one.id);
  return (
    openBefore(process, routing) ??
    routing.find((row) => ids.includes(row.processId) && doneOf(row) < 1) ??
    null
  );
}

/** How many came out well when nothing else is said: what was started, less what did not. */
export const goodLeft = (started: number, scrap: number, rework: number): number =>
  Math.max(0, minus(started, scrap, rework));

/** How many of the started pieces nobody reports; they can be started again. */
export const returned = (started: number, ...reported: number[]): number =>
  Math.max(0, minus(started, sum(...reported)));
