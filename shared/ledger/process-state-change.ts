import type { ProcessState } from '#shared/ledger/process-state.ts';

/** A change of the state of a process, and its cause. */
export interface ProcessStateChange {
  id: number;
  from: ProcessState;
  to: ProcessState;
  at: string;
  /** The report that caused the change; null without such a report, for example if the process was suspended. */
  reportId: number | null;
  /** The event of the report that caused the change, such as a start. The report may have had later events. */
  event: 'receive' | 'start' | 'unfinished' | 'finish' | 'outsidePlan' | 'reverse' | null;
  /** The people of the report; empty if no report caused the change. */
  people: string[];
}
