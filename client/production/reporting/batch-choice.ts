import type { QueuedProcess } from '#shared/answers/terminal.ts';
import { getReportWayRules } from '#shared/entities/report-ways.ts';
import type { OpenReport } from '#shared/ledger/process-progress.ts';

/** What can be chosen for a batch: the next step of a process, or the end of running work. */
interface BatchCandidate {
  readonly process: QueuedProcess;
  /** The running work to end; absent or null if the next step is reported. */
  readonly openReport?: OpenReport | null;
  /** The person's own running work at the process, which the next step ends; absent if there is none. */
  readonly ownReport?: OpenReport | undefined;
}

/** Finds the running report that a person ends next at a process; undefined if there is none. */
export const findOwnReport = (
  { open }: Pick<QueuedProcess, 'open'>,
  employeeId: number | null,
): OpenReport | undefined =>
  open.find(({ people }) => people.some((person) => person.employeeId === employeeId));

/** Whether a candidate would end a set-up. A set-up has made no pieces, so a batch cannot propose good pieces for it. */
export const endsSetup = ({ openReport, ownReport }: BatchCandidate): boolean =>
  (openReport ?? ownReport)?.phase === 'preparation';

/**
 * Whether a candidate can be reported together with the chosen candidates: the processes have the same
 * operation type, state and next step, their reports have no entries of their own, and no set-up ends.
 */
export function fitsBatch(candidate: BatchCandidate, chosen: readonly BatchCandidate[]): boolean {
  const { process, openReport } = candidate;
  if (endsSetup(candidate)) return false;
  if (getReportWayRules(process.reportWay).isSingle) return false;
  // Running work can be ended, whatever its process allows next.
  if (!openReport && process.next.step === null) return false;
  const firstProcess = chosen[0]?.process;
  return (
    firstProcess === undefined ||
    (process.craftId === firstProcess.craftId &&
      process.state === firstProcess.state &&
      (Boolean(openReport) || process.next.step === firstProcess.next.step))
  );
}

/**
 * Finds the candidates whose processes are synchronised with the process of a candidate, and which can be reported
 * together with it.
 */
export function findSynchronised<C extends BatchCandidate>(candidate: C, candidates: readonly C[]): C[] {
  const { process } = candidate;
  if (!process.syncKey || !fitsBatch(candidate, [])) return [];
  return candidates.filter(
    (other) =>
      other.process.syncKey === process.syncKey &&
      other.process.processId !== process.processId &&
      fitsBatch(other, [candidate]),
  );
}

/** Adds a process to the chosen processes, or removes it if it is chosen. */
export const toggleProcess = (chosen: readonly QueuedProcess[], process: QueuedProcess): QueuedProcess[] =>
  chosen.some(({ processId }) => processId === process.processId)
    ? chosen.filter(({ processId }) => processId !== process.processId)
    : [...chosen, process];
