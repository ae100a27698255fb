import type { OpenReport, ProcessProgress } from '#shared/ledger/process-progress.ts';
import type { HistoryRow } from './history-rows.ts';

/** The report that the user has begun; each kind has one short form over the page. */
export type Reporting =
  | { act: 'receive' | 'start' | 'suspend' | 'call'; process: ProcessProgress }
  | { act: 'unfinished' | 'finish'; process: ProcessProgress; open: OpenReport }
  | { act: 'reverse'; process: ProcessProgress; reportId: number; what: string };

/** Opens the form of a report. */
export type Report = (reporting: Reporting) => void;

/** The last report of a process that has not been reversed. */
export const lastValidReport = (rows: readonly HistoryRow[], processId: number): HistoryRow | undefined =>
  rows.find((row) => row.processId === processId && row.reversed === null);
