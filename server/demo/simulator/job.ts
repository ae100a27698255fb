import type { FloorDevice } from './factory.ts';

/** Work that somebody has begun. */
export interface Job {
  reportId: number;
  orderId: number;
  processId: number;
  quantity: number;
  isPreparation: boolean;
  device: FloorDevice | null;
  /** How many machines its process lets one person serve. */
  machines: number;
  /** How long it should take in the people's time. */
  minutes: number;
  /** Real time, in milliseconds since 1970. */
  startedAt: number;
  /** When it is done, in real time. */
  doneAt: number;
}
