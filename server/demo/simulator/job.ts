import type { ShopDevice } from './factory.ts';

/** A report that a worker has started but not finished. */
export interface StartedReport {
  reportId: number;
  orderId: number;
  processId: number;
  quantity: number;
  isPreparation: boolean;
  device: ShopDevice | null;
  /** How many machines a person may run at once in the process. */
  machinesPerPerson: number;
  /** The planned duration in simulated minutes. */
  minutes: number;
  /** When the job started in real time, in milliseconds since 1970. */
  startedAt: number;
  /** When the job is expected to end in real time, in milliseconds since 1970. */
  doneAt: number;
}
