import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { getIsoTimeAgo, type TestFactory, type CallFunction } from './floor.ts';

/** The answer to a report call. */
export interface ReportAnswer {
  reportId: number;
  process: { state: string; good: number; machinable: number; inWork: number; received: number };
}

type ExtraFields = Record<string, unknown>;

/** Reports that work started half an hour ago, by default by the caller. */
export const startWork = (
  call: CallFunction,
  processId: number,
  quantity: number,
  extraFields: ExtraFields = {},
): Promise<ReportAnswer> =>
  call<ReportAnswer>('/mes/report/start', { processId, quantity, at: getIsoTimeAgo(30), ...extraFields });

/** Reports that the work of a report is finished now. */
export const finishWork = (
  call: CallFunction,
  reportId: number,
  good: number,
  extraFields: ExtraFields = {},
): Promise<ReportAnswer> => call<ReportAnswer>('/mes/report/finish', { reportId, good, ...extraFields });

/** Creates a person, and reports that this person started work half an hour ago. */
export async function startWorkByNewPerson(
  factory: TestFactory,
  processId: number,
  quantity: number,
  extraFields: ExtraFields = {},
): Promise<ReportAnswer> {
  const people = [{ employeeId: (await factory.createPerson('Idle', [])).employeeId }];
  return startWork(factory.call, processId, quantity, { people, ...extraFields });
}

/** Reads the current progress of a process. */
export const readProcessProgress = async (
  factory: TestFactory,
  processId: number,
): Promise<ProcessProgress> =>
  (await factory.call<ProcessProgress[]>('/mes/process/progress', { processId }))[0]!;
