import type { OpenReport, ProcessProgress } from '#shared/ledger/process-progress.ts';

/** The action on a process that the user has chosen. Each action opens a dialog. */
export type ProcessAction =
  | { act: 'receive' | 'start' | 'rework' | 'suspend' | 'call' | 'exception'; process: ProcessProgress }
  | { act: 'unfinished' | 'finish'; process: ProcessProgress; openReport: OpenReport }
  | { act: 'reverse'; process: ProcessProgress; reportId: number; what: string }
  | { act: 'reverseBatch'; process: ProcessProgress; batchId: string };

/** Opens the dialog of an action. */
export type ActionDialogOpener = (processAction: ProcessAction) => void;
