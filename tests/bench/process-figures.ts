import { readFileSync } from 'node:fs';

/** Linux counts the processor time of a process in ticks; a second has this many ticks. */
const TICKS_PER_SECOND = 100;

/** Returns the processor time that a process has used, in seconds. */
export function readProcessorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Returns the memory of a process that is in RAM, in KB. */
export const readResidentKb = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]);
