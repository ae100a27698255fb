import type { OpenReport, ProcessProgress } from '#shared/ledger/process-progress.ts';
import type { HistoryRow } from './history-rows.ts';

/** What somebody has begun to report; each is one short form over the page. */
export type Reporting =
  | { act: 'receive' | 'start' | 'suspend' | 'call'; process: ProcessProgress }
  | { act: 'unfinished' | 'finish'; process: ProcessProgress; open: OpenReport }
  | { act: 'reverse'; process: ProcessProgress; reportId: number; what: string };

/** Begins one of them. */
export type Report = (reporting: Reporting) => void;

/** The last report of a process that still stands. */
export const lastStanding = (rows: readonly HistoryRow[], processId: number): HistoryRow | undefined =>
  rows.find((row) => row.processId === processId && row.reversed === null);
