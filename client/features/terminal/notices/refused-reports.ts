import { createStore } from '#client/kit/state/create-store.ts';
import { browserStorage } from '#client/kit/wire/browser-storage.ts';

/** A report that the server refused. This device stores the report until its sender has read the reason. */
export interface RefusedReport {
  /** The request id of the report. */
  readonly id: string;
  readonly employeeId: number;
  /** The text of the button that the person pressed, such as 'Start 12'. */
  readonly pressed: string;
  /** The process, the part and the card of the report. */
  readonly place: string;
  /** The time when the person pressed the button, in ISO 8601 by the server's clock. */
  readonly at: string;
  /** The reason of the refusal, in the language of the screen at the time of the refusal. */
  readonly reason: string;
}

const REFUSED_REPORTS_STORAGE_KEY = 'floor.refused';

const isRefusedReport = (value: unknown): value is RefusedReport =>
  typeof (value as RefusedReport | null)?.id === 'string' &&
  typeof (value as RefusedReport).employeeId === 'number' &&
  typeof (value as RefusedReport).reason === 'string';

function readStoredRefusedReports(): readonly RefusedReport[] {
  const storedValue: unknown = browserStorage.forBrowser.get(REFUSED_REPORTS_STORAGE_KEY);
  return Array.isArray(storedValue) ? storedValue.filter(isRefusedReport) : [];
}

const refusedReportStore = createStore(readStoredRefusedReports());

function saveRefusedReports(next: readonly RefusedReport[]): void {
  browserStorage.forBrowser.set(REFUSED_REPORTS_STORAGE_KEY, next.length > 0 ? next : undefined);
  refusedReportStore.set(next);
}

/** Stores the refused reports until the people who sent them have read the reasons. */
export const refusedReports = {
  get all(): readonly RefusedReport[] {
    return refusedReportStore.get();
  },
  add: (report: RefusedReport): void => saveRefusedReports([...refusedReportStore.get(), report]),
  /** Removes the refused reports of a person, who has read them. */
  markAsRead: (employeeId: number): void =>
    saveRefusedReports(refusedReportStore.get().filter((report) => report.employeeId !== employeeId)),
} as const;

/** Returns the refused reports of all people on this device, and follows their changes. */
export const useRefusedReports = (): readonly RefusedReport[] => refusedReportStore.useValue();
