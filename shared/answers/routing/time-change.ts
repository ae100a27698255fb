/** A time of a process, in minutes per piece, that changes because the values of its part change. */
export interface TimeChange {
  processId: number;
  seq: number;
  name: string;
  time: 'deviceMinutes' | 'manMinutes';
  before: number | null;
  after: number | null;
}
