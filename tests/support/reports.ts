import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { minutesAgo, type Floor, type FloorCall } from './floor.ts';

/** The answer to a report call. */
export interface Reported {
  reportId: number;
  process: { state: string; good: number; machinable: number; inWork: number; received: number };
}

type More = Record<string, unknown>;

/** Reports that the caller started work half an hour ago. */
export const startAs = (
  call: FloorCall,
  processId: number,
  quantity: number,
  more: More = {},
): Promise<Reported> =>
  call<Reported>('/mes/report/start', { processId, quantity, at: minutesAgo(30), ...more });

/** Reports that the work of a report is finished now. */
export const finish = (call: FloorCall, reportId: number, good: number, more: More = {}): Promise<Reported> =>
  call<Reported>('/mes/report/finish', { reportId, good, ...more });

/** Creates a person, and reports that this person started work half an hour ago. */
export async function startByAnyone(
  floor: Floor,
  processId: number,
  quantity: number,
  more: More = {},
): Promise<Reported> {
  const people = [{ employeeId: (await floor.person('Idle', [])).employeeId }];
  return startAs(floor.call, processId, quantity, { people, ...more });
}

/** Reads the current progress of a process. */
export const progressOf = async (floor: Floor, processId: number): Promise<ProcessProgress> =>
  (await floor.call<ProcessProgress[]>('/mes/process/progress', { processId }))[0]!;
