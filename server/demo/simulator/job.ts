import type { FloorDevice } from './factory.ts';

/** A started report of a worker. */
export interface Job {
  reportId: number;
  orderId: number;
  processId: number;
  quantity: number;
  isPreparation: boolean;
  device: FloorDevice | null;
  /** How many machines one person may run in its process. */
  machines: number;
  /** The planned duration in simulated minutes. */
  minutes: number;
  /** Real time, in milliseconds since 1970. */
  startedAt: number;
  /** When the job ends, in real time. */
  doneAt: number;
}
