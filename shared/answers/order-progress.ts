import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import type { ProcessWithWait } from './progress-query.ts';
import type { ProcessState } from '#shared/ledger/process-state.ts';

/** The progress of a part that has a routing. */
export interface PartProgress {
  partId: number;
  state: ProcessState;
  processCount: number;
  /** The number of processes that are completed, also by special acceptance. */
  done: number;
}

/** The running processes of an order, or the processes where pieces wait. */
export interface CurrentProcesses {
  kind: 'running' | 'waiting';
  /** The number of all current processes of the order. */
  total: number;
  /** The first current processes of the order. */
  processes: ProcessProgress[];
}

/** The pieces of an order that are scrapped, to be reworked or on hold. */
export interface StuckPieces {
  name: 'scrap' | 'reworkOpen' | 'hold';
  quantity: number;
}

/** The progress of one order, without its single processes. */
export interface OrderProgress {
  /** The parts that have a routing. */
  parts: PartProgress[];
  /** The current processes; null if no process is running and no pieces wait. */
  current: CurrentProcesses | null;
  /**
   * The scrapped, reworkable and held pieces, without quantities of 0. They explain why an order in progress
   * has no current process.
   */
  stuck: StuckPieces[];
  /** When the order is ready by the applied plan, ISO 8601; null if no plan has all its open processes. */
  projectedEnd: string | null;
  /** The processes with scrapped pieces for which nobody has chosen an answer. */
  openLosses: ProcessProgress[];
  /**
   * The processes of the part of the first current process. The page of the order shows this part first. Null if the
   * call does not ask for them, or if there is no current process.
   */
  shownPart: { partId: number; processes: ProcessWithWait[] } | null;
}
