import type { ListedProcess } from './listed-process.ts';
import type { Ledger, ProcessEvent, ProcessState } from './process-state.ts';
import type { ReportWay } from '../entities/report-ways.ts';
import type { ReportEntryRequest } from '../reporting/report-entries.ts';
import type { OrderState } from '../machines/work-order.ts';

/** A running work report, which has no end yet. */
export interface OpenReport {
  reportId: number;
  phase: 'preparation' | 'run' | 'stop';
  startedAt: string;
  started: number;
  /** Whether pieces are reworked that an earlier report found bad. */
  isRework: boolean;
  deviceId: number | null;
  deviceName: string | null;
  /** The id of the card by which the work was started; null if it was started without a card. */
  cardId: number | null;
  people: { employeeId: number; name: string }[];
}

/**
 * A process with its order, its part, its state and its quantities, as `/mes/process/progress` returns the process.
 */
export interface ProcessProgress extends Ledger, ListedProcess {
  orderState: OrderState;
  /** The id of the parent part; null if the part has none. */
  parentId: number | null;
  quantityPer: number;
  /** The pieces of the part that are in the warehouse. */
  warehoused: number;
  craftId: number;
  craftCode: string;
  craftName: string;
  reportWay: ReportWay | null;
  /** The entries that a person makes when work ends; null if the craft requests none. */
  entryRequest: ReportEntryRequest | null;
  workGroupId: number | null;
  workGroupName: string | null;
  deviceId: number | null;
  deviceName: string | null;
  state: ProcessState;
  receivable: number;
  target: number;
  version: number;
  needsReceive: boolean;
  leapfrog: boolean;
  external: boolean;
  manMachineRatio: number | null;
  preparationMinutes: number | null;
  plannedStart: string | null;
  plannedEnd: string | null;
  needBy: string | null;
  /** The key that synchronised processes have in common; null if the process is not synchronised. */
  syncKey: string | null;
  suspendReason: string | null;
  /**
   * The events that users can choose on screens and that the state of the process allows. The state of the order,
   * quantities and times may still forbid them.
   */
  allowed: ProcessEvent[];
  open: OpenReport[];
  lastReportAt: string | null;
}
