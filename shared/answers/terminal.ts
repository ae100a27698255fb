import type { NextStep } from '../ledger/may-begin.ts';
import type { ProcessProgress } from '../ledger/process-progress.ts';

/** How long a report can be taken back at once, in seconds; after that it is final and can only be reversed. */
export const UNDO_SECONDS = 10;

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
