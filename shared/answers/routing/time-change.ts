/** A time of a process that a change of its part changes, in minutes per piece. */
export interface TimeChange {
  processId: number;
  seq: number;
  name: string;
  time: 'deviceMinutes' | 'manMinutes';
  before: number | null;
  after: number | null;
}
