import type { SequenceStep } from './sequence-steps.ts';

/** Picks one of the values by a number of any size; undefined if there is none. */
export function pick<T>(values: Iterable<T>, index: number): T | undefined {
  const list = [...values];
  return list[index % list.length];
}

interface SuppliedProcess {
  deletedAt: string | null;
  arrived: number | null;
  received: number | null;
  machinable: number | null;
}

/**
 * Picks a process for a new report. It prefers processes that have pieces for it, and of these the last ones, which few
 * pieces have reached.
 * @returns the process with the number of pieces that a report could take
 */
export function pickSupplied<P extends SuppliedProcess>(
  processes: readonly P[],
  verb: 'receive' | 'start' | 'record',
  step: Pick<SequenceStep, 'process'>,
): P & { available: number } {
  const counted = processes.map((process) => ({
    ...process,
    available:
      process.deletedAt !== null
        ? 0
        : Math.max(0, (process.arrived ?? 0) - (process.received ?? 0)) +
          (verb === 'receive' ? 0 : (process.machinable ?? 0)),
  }));
  const supplied = counted
    .filter(({ available }) => available > 0)
    .sort((a, b) => (a.arrived ?? 0) - (b.arrived ?? 0));
  return pick(supplied.length > 0 ? supplied : counted, step.process)!;
}
