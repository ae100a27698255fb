import { allows } from '#shared/ledger/process-state.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { isReportable } from '#shared/machines/work-order.ts';
import { isFinished, previousOf, type LedgerProcess } from '../ledger/ledger.ts';
import { sum } from '../ledger/quantity.ts';

/** How long a report can be taken back at once, in seconds; after that it is final and can only be reversed. */
export const UNDO_SECONDS = 10;

/** What a worker can do next at a process. */
export interface NextStep {
  /** The step that is offered first; null where nothing can be reported now. */
  step: 'receive' | 'start' | 'finish' | null;
  /** How many pieces the step would take. */
  quantity: number;
  /** The process before that must be finished first. */
  waitsFor: { processId: number; name: string } | null;
}

const asLedger = (row: ProcessProgress): LedgerProcess => ({ ...row, id: row.processId });

/** How many pieces can be started now: what is here, and what has arrived where nobody need receive it first. */
export const startable = (of: Pick<ProcessProgress, 'machinable' | 'receivable' | 'needsReceive'>): number =>
  of.needsReceive ? of.machinable : sum(of.machinable, of.receivable);

/** The processes before one in the routing of its part. */
export const before = (process: ProcessProgress, routing: readonly ProcessProgress[]): LedgerProcess[] =>
  previousOf(asLedger(process), routing.map(asLedger));

/** The process before that is still open and must be finished first; null where nothing stands in the way. */
export function openBefore(
  process: ProcessProgress,
  routing: readonly ProcessProgress[],
): ProcessProgress | null {
  if (process.leapfrog) return null;
  const open = before(process, routing).find((one) => !isFinished(one));
  return routing.find((row) => row.processId === open?.id) ?? null;
}

/**
 * What somebody can do next at a process: finish what they have running, else start or receive what is there.
 * @param routing the processes of its part
 */
export function nextStep(
  process: ProcessProgress,
  routing: readonly ProcessProgress[],
  employeeId: number | null,
): NextStep {
  const own = process.open.find((report) => report.people.some((one) => one.employeeId === employeeId));
  if (own) return { step: 'finish', quantity: own.started, waitsFor: null };
  const nothing: NextStep = { step: null, quantity: 0, waitsFor: null };
  if (!isReportable(process.orderState)) return nothing;
  const blocking = openBefore(process, routing);
  const waitsFor = blocking && { processId: blocking.processId, name: blocking.name };
  if (allows(process.state, 'start') && !blocking && startable(process) > 0)
    return { step: 'start', quantity: startable(process), waitsFor: null };
  if (allows(process.state, 'receive') && process.needsReceive && process.receivable > 0)
    return { step: 'receive', quantity: process.receivable, waitsFor };
  return { ...nothing, waitsFor };
}

/** A process as a terminal shows it. */
export type FloorProcess = ProcessProgress & { next: NextStep };

/** A process in a list of the floor, with the card that opens it. */
export type QueuedProcess = FloorProcess & { dueDate: string | null; cardCode: string };

/** Somebody who may be chosen at a terminal. */
export interface TerminalPerson {
  employeeId: number;
  code: string;
  name: string;
  workGroupId: number | null;
  workGroupName: string | null;
  hasPin: boolean;
}

/** What one scan answers. */
export type ScanAnswer =
  | {
      kind: 'card';
      code: string;
      /** The routing of the card's part, in order. */
      processes: FloorProcess[];
      /** The process that is offered first; null where nothing can be reported now. */
      processId: number | null;
      /** Why nothing can be reported, in the reader's language. */
      why: string | null;
    }
  | { kind: 'person'; badge: string; name: string }
  | { kind: 'device'; deviceId: number; name: string };
