import type { ProcessState } from '#shared/ledger/process-state.ts';

/** A change of the state of a process, and what caused it. */
export interface ProcessStateChange {
  id: number;
  from: ProcessState;
  to: ProcessState;
  at: string;
  /** The report that caused the change; null if no report did, for example if the process was suspended. */
  reportId: number | null;
  /** What the report was when it caused the change, such as a start; later it may have been finished. */
  event: 'receive' | 'start' | 'unfinished' | 'finish' | 'outsidePlan' | 'reverse' | null;
  /** Who reported; empty if no report caused the change. */
  people: string[];
}
