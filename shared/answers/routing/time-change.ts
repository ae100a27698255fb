/** A process time that changes together with its part, in minutes per piece. */
export interface TimeChange {
  processId: number;
  seq: number;
  name: string;
  time: 'deviceMinutes' | 'manMinutes';
  before: number | null;
  after: number | null;
}
