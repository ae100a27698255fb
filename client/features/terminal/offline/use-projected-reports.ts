import type { TerminalProcess } from '#shared/answers/terminal.ts';
import { useIsOutboxStuck } from '../outbox.ts';
import { keptReports } from './kept-reports.ts';
import { projectReports } from './project-reports.ts';

/**
 * Returns a function that applies the waiting reports to processes while the server cannot be reached. While it can be
 * reached, the function returns the processes unchanged.
 */
export function useProjectedReports(employeeId: number | null): {
  isProjected: boolean;
  project: <P extends TerminalProcess>(processes: readonly P[]) => P[];
} {
  const { queued } = keptReports.useValue();
  const isProjected = useIsOutboxStuck() && queued.length > 0;
  return {
    isProjected,
    project: (processes) => (isProjected ? projectReports(processes, queued, employeeId) : [...processes]),
  };
}
