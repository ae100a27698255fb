import type { SequenceStep } from './sequence-steps.ts';

/** Picks one of the values; undefined if there are none. The index may exceed the number of values. */
export function pickItem<T>(values: Iterable<T>, index: number): T | undefined {
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
 * Picks a process for a new report. Prefers processes that have pieces for the report, and among them the last
 * processes, because few pieces get so far.
 * @returns the process with the number of pieces that a report could take
 */
export function pickSupplied<P extends SuppliedProcess>(
  processes: readonly P[],
  verb: 'receive' | 'start' | 'record',
  step: Pick<SequenceStep, 'process'>,
): P & { available: number } {
  const processesWithPieces = processes.map((process) => ({
    ...process,
    available:
      process.deletedAt !== null
        ? 0
        : Math.max(0, (process.arrived ?? 0) - (process.received ?? 0)) +
          (verb === 'receive' ? 0 : (process.machinable ?? 0)),
  }));
  const suppliedProcesses = processesWithPieces
    .filter(({ available }) => available > 0)
    .sort((a, b) => (a.arrived ?? 0) - (b.arrived ?? 0));
  return pickItem(suppliedProcesses.length > 0 ? suppliedProcesses : processesWithPieces, step.process)!;
}
