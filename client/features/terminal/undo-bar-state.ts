import { UNDO_SECONDS } from '#shared/answers/terminal.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { createStore } from '#client/kit/state/create-store.ts';
import { getServerTime } from '#client/kit/live/live.ts';
import type { IdentifiedPerson } from './people/identified-people.ts';

/** The last report, or the last batch of reports, which the worker can still undo. */
export interface UndoableReport {
  /** The id of the report, or the ids of all reports of the batch. */
  readonly reportIds: readonly number[];
  readonly processId: number;
  readonly worker: IdentifiedPerson;
  readonly messageTerm: TermKey;
  readonly quantity: number;
  /** The parameters of the message besides the quantity. */
  readonly messageParams?: Readonly<Record<string, unknown>>;
  readonly reopensReports: boolean;
  /** The time until which undo is possible, in milliseconds by the server's clock. */
  readonly until: number;
}

const undoableReportStore = createStore<UndoableReport | null>(null);
let expiryTimer: ReturnType<typeof setTimeout> | null = null;

function setUndoableReport(next: UndoableReport | null): void {
  if (expiryTimer) clearTimeout(expiryTimer);
  expiryTimer = next ? setTimeout(() => setUndoableReport(null), UNDO_SECONDS * 1000) : null;
  undoableReportStore.set(next);
}

/** Stores the last report of this terminal while the worker can undo it. */
export const undoableReport = {
  offer: (report: Omit<UndoableReport, 'until'>): void =>
    setUndoableReport({ ...report, until: getServerTime() + UNDO_SECONDS * 1000 }),
  dismiss: (): void => setUndoableReport(null),
} as const;

/** Returns the report that the worker can undo; null if there is none. */
export const useUndoableReport = (): UndoableReport | null => undoableReportStore.useValue();
