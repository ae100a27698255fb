import { useSyncExternalStore } from 'react';
import { keptReports } from '../offline/kept-reports.ts';
import type { RefusedReport } from '../offline/queued-report.ts';

/** The refused reports, which are kept until the people who sent them have read the reasons. */
export const refusedReports = {
  get all(): readonly RefusedReport[] {
    return keptReports.state.refused;
  },
  /** Removes the refused reports of a person after the person has read them. */
  markAsRead: (employeeId: number): Promise<void> =>
    keptReports.change({
      acknowledgedIds: refusedReports.all
        .filter((report) => report.employeeId === employeeId)
        .map((report) => report.id),
    }),
} as const;

/** Returns the refused reports of all people on this device, and follows their changes. */
export const useRefusedReports = (): readonly RefusedReport[] =>
  useSyncExternalStore(keptReports.subscribe, () => keptReports.state.refused);
