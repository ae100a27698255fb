import type { Placement } from '#shared/planning/engine/types.ts';
import { groupBy } from '#shared/planning/group-by.ts';
import { calculateRemainingQuantity } from '#shared/planning/remaining-work.ts';
import { divideWork, type DividedWork } from '../divide-work.ts';
import type { OpenPlanWork, PlanWork, RunningReport } from './read-plan-work.ts';

/** Whether a process is suspended. A plan cannot place such a process. */
export const isSuspended = ({ state }: PlanWork): boolean => state === 'suspended';

/** Whether the pieces of a process are worked on outside the factory. */
export const isOutside = (work: PlanWork): boolean =>
  work.external || (work.outsourced > 0 && calculateRemainingQuantity(work) === 0);

/**
 * Whether a process is part of a plan. A process without remaining pieces, for example one that only waits
 * for a decision, is not.
 */
export const hasWorkToPlan = (work: PlanWork): boolean =>
  isOutside(work) || calculateRemainingQuantity(work) > 0;

/** The work of a task: a process, or a share of a process. */
export type TaskWork = DividedWork<PlanWork>;

/** Lists the work of all tasks of a plan. */
export const listTaskWorks = ({ works }: OpenPlanWork): TaskWork[] =>
  works.filter(hasWorkToPlan).flatMap((work) => divideWork(work));

/**
 * Adds places for tasks that the present plan does not contain. If a process was split since, its shares get
 * the start of the process. If shares were joined since, the process gets the place of its first share.
 * @param rows the places of the present plan, with their processes
 */
export function inheritPlaces(
  works: readonly TaskWork[],
  rows: readonly (Placement & { processId: number })[],
): Placement[] {
  const rowsByProcess = groupBy(rows, ({ processId }) => processId);
  const plannedTasks = new Set(rows.map(({ task }) => task));
  const inheritedPlacements = works.flatMap((work): Placement[] => {
    if (plannedTasks.has(work.task)) return [];
    const places = rowsByProcess.get(work.processId) ?? [];
    const [first] = places.toSorted((a, b) => a.start - b.start || a.task - b.task);
    if (!first) return [];
    const { machine, start, end } = first;
    return [{ task: work.task, machine: work.share ? work.deviceId : machine, start, end }];
  });
  return [...rows.map(({ processId: _processId, ...place }) => place), ...inheritedPlacements];
}

/**
 * Finds the running report of each task. A report on a machine that has no share counts for the first share
 * at which nobody works. If a task has several reports, the last one counts.
 */
export function findRunningReports(
  works: readonly TaskWork[],
  running: readonly RunningReport[],
): Map<number, RunningReport> {
  const worksByProcess = groupBy(works, ({ processId }) => processId);
  const reportByTask = new Map<number, RunningReport>();
  const makePlaceCheck = (report: RunningReport) => (work: TaskWork) =>
    work.share === null || work.deviceId === report.deviceId;
  const reportsWithoutShare: RunningReport[] = [];
  for (const report of running) {
    const work = worksByProcess.get(report.processId)?.find(makePlaceCheck(report));
    if (work) reportByTask.set(work.task, report);
    else reportsWithoutShare.push(report);
  }
  for (const report of reportsWithoutShare) {
    const work = worksByProcess.get(report.processId)?.find(({ task }) => !reportByTask.has(task));
    if (work) reportByTask.set(work.task, report);
  }
  return reportByTask;
}
