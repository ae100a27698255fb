import type { Placement } from '#shared/planning/engine/types.ts';
import { groupBy } from '#shared/planning/group-by.ts';
import { calculateRemainingQuantity } from '#shared/planning/remaining-work.ts';
import { divideWork, type DividedWork } from '../divide-work.ts';
import type { OpenPlanWork, PlanWork, RunningReport } from './read-plan-work.ts';

/** Whether nobody can work on a process, so that it is in no plan. */
export const isWaitingForPeople = ({ state }: PlanWork): boolean => state === 'suspended';

/** Whether the pieces of a process are worked on outside. */
export const isOutside = (work: PlanWork): boolean =>
  work.external || (work.outsourced > 0 && calculateRemainingQuantity(work) === 0);

/** Whether a process is part of a plan. What waits for a decision alone, has nothing to plan. */
export const hasWorkToPlan = (work: PlanWork): boolean =>
  isOutside(work) || calculateRemainingQuantity(work) > 0;

/** The work of a task: a process, or a share of it. */
export type TaskWork = DividedWork<PlanWork>;

/** Lists the work of the tasks of a plan. */
export const listTaskWorks = ({ works }: OpenPlanWork): TaskWork[] =>
  works.filter(hasWorkToPlan).flatMap((work) => divideWork(work));

/**
 * Gives places of the present plan to tasks that it does not know. A process that was split since leaves its start to its
 * shares, and shares that were joined since leave the place of the first one to their process.
 * @param rows the places by process
 */
export function inheritPlaces(
  works: readonly TaskWork[],
  rows: readonly (Placement & { processId: number })[],
): Placement[] {
  const rowsByProcess = groupBy(rows, ({ processId }) => processId);
  const known = new Set(rows.map(({ task }) => task));
  const inherited = works.flatMap((work): Placement[] => {
    if (known.has(work.task)) return [];
    const places = rowsByProcess.get(work.processId) ?? [];
    const [first] = places.toSorted((a, b) => a.start - b.start || a.task - b.task);
    if (!first) return [];
    const { machine, start, end } = first;
    return [{ task: work.task, machine: work.share ? work.deviceId : machine, start, end }];
  });
  return [...rows.map(({ processId: _processId, ...place }) => place), ...inherited];
}

/**
 * Finds the report that goes on at each task. A report on a machine without a share takes the place of the first share
 * at which nobody works. Of several reports, the last one counts.
 */
export function findRunningReports(
  works: readonly TaskWork[],
  running: readonly RunningReport[],
): Map<number, RunningReport> {
  const worksByProcess = groupBy(works, ({ processId }) => processId);
  const reportByTask = new Map<number, RunningReport>();
  const isOfShare = (report: RunningReport) => (work: TaskWork) =>
    work.share === null || work.deviceId === report.deviceId;
  const elsewhere: RunningReport[] = [];
  for (const report of running) {
    const work = worksByProcess.get(report.processId)?.find(isOfShare(report));
    if (work) reportByTask.set(work.task, report);
    else elsewhere.push(report);
  }
  for (const report of elsewhere) {
    const work = worksByProcess.get(report.processId)?.find(({ task }) => !reportByTask.has(task));
    if (work) reportByTask.set(work.task, report);
  }
  return reportByTask;
}
