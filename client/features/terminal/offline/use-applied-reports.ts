import type { TerminalProcess } from '#shared/answers/terminal.ts';
import { useIsOutboxStuck } from '../outbox.ts';
import { keptReports } from './kept-reports.ts';
import { applyQueuedReports } from './apply-queued-reports.ts';

/**
 * Returns a function that applies the waiting reports to processes while the server cannot be reached. While it can be
 * reached, the function returns the processes unchanged.
 */
export function useAppliedReports(employeeId: number | null): {
  areReportsApplied: boolean;
  applyReports: <P extends TerminalProcess>(processes: readonly P[]) => P[];
} {
  const { queued } = keptReports.useValue();
  const areReportsApplied = useIsOutboxStuck() && queued.length > 0;
  return {
    areReportsApplied,
    applyReports: (processes) =>
      areReportsApplied ? applyQueuedReports(processes, queued, employeeId) : [...processes],
  };
}
