import type { Entity } from '../entities/index.ts';
import type { CardState } from '../machines/card.ts';
import type { NextStep } from '../ledger/may-begin.ts';
import type { ProcessProgress } from '../ledger/process-progress.ts';
import type { QueueTurn } from '../planning/daily-plan/released-queue.ts';

/** For how many seconds a person can undo a report. Afterwards the report can only be reversed. */
export const UNDO_SECONDS = 10;

/** A process as a terminal shows it, with the next step of the person at the terminal. */
export type TerminalProcess = ProcessProgress & { next: NextStep };

/**
 * A process in a list of a terminal. `cardCode` is the code of the card that opens the process. `cardId` is
 * the id of the card by which the next step is reported; null if the step is reported without a card. If the
 * part has several cards, the next step is that of the card.
 */
export type QueuedProcess = TerminalProcess & {
  dueDate: string | null;
  cardId: number | null;
  cardCode: string;
  /** The turn of the process in the released plan; null if the process is not part of that plan. */
  turn: QueueTurn | null;
  /**
   * The remaining quantity of each device if the process is split over devices; absent if it is not split.
   */
  shares?: readonly QueuedShare[];
};

/** The share of a device in a split process. */
export interface QueuedShare {
  deviceId: number;
  deviceName: string;
  quantity: number;
}

/** A person who can be chosen at a terminal. */
export interface TerminalPerson {
  employeeId: number;
  code: string;
  name: string;
  workGroupId: number | null;
  workGroupName: string | null;
  hasPin: boolean;
}

/** A device that a terminal lists. */
export interface TerminalDevice {
  deviceId: number;
  name: string;
  status: Entity<'device'>['status'];
  /** The names of the people who work on the device now. */
  busyWith: string[];
  /** Whether the caller used this device more recently than any other listed device. */
  isLast: boolean;
}

/** The work of a person today, and the planned and actual quantity of the work group today. */
export interface WorkToday {
  /** The person's share of the good pieces in the reports that ended today. */
  good: number;
  scrap: number;
  /** The number of the person's reports that ended today. */
  reports: number;
  /** The person's own working time in the reports that ended today, in seconds. */
  seconds: number;
  /** The work group with its planned and its actual good pieces today; null without a work group. */
  group: { name: string; planned: number; actual: number } | null;
}

/** The answer to a scan. */
export type ScanAnswer =
  | {
      kind: 'card';
      /**
       * The id of the card. It is null if the device works without a network, because the device does not
       * store the ids of cards.
       */
      cardId: number | null;
      version: number;
      code: string;
      state: CardState;
      quantity: number;
      /** The other active cards of the part. */
      otherCards: { cardId: number; version: number; code: string; quantity: number }[];
      /**
       * The routing of the card's part, in order. If the part has several cards, the planned, good and scrapped
       * quantities and the next step are those of the card.
       */
      processes: TerminalProcess[];
      /** The process to show first; null if nothing can be reported now. */
      processId: number | null;
      /** The reason why nothing can be reported, in the language of the caller; null if something can be reported. */
      why: string | null;
    }
  | { kind: 'person'; badge: string; name: string }
  | { kind: 'device'; deviceId: number; name: string };

/** A report on a task, outside the plan. */
export interface TaskReport {
  reportId: number;
  taskId: number;
  taskName: string;
  startedAt: string;
  /** When the work ended; null while it goes on. */
  endedAt: string | null;
  seconds: number;
  people: { employeeId: number; name: string }[];
  remark: string | null;
  /** Why the extra process was added; null if the task is indirect work. */
  reason: string | null;
}

/** An extra process of a part that waits for somebody to continue it. */
export interface WaitingExtra {
  taskId: number;
  /** The names of the craft and the order. */
  name: string;
  partName: string;
  workGroupId: number;
  workGroupName: string;
  reason: string;
}

/** The tasks that people can report, and the task reports that are open or have ended within the last day. */
export interface TaskWork {
  tasks: { taskId: number; name: string; paidWork: boolean }[];
  /** The extra processes that are unfinished and on which nobody works, the latest first. */
  waitingExtras: WaitingExtra[];
  /** The open reports come first, then the ended reports, the latest first. */
  reports: TaskReport[];
}
