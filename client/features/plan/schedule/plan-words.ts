import type { Conflict } from '#shared/planning/engine/proposal.ts';
import type { ScheduleBar, ScheduleOrder, ScheduleUnplaced } from '#shared/answers/schedule.ts';
import { formatMoment } from '#client/kit/words/formats.ts';
import type { Translate } from '#client/kit/words/t.ts';
import {
  describeNamedCauses,
  divideIntoTenths,
  formatLateness,
  formatMinutes,
} from '#client/production/plan/describe-causes.ts';
import { toIso } from './chart/gantt-view.ts';
import type { PlanNames } from './plan-names.ts';

export { divideIntoTenths, formatLateness, formatMinutes };

/** Formats an instant of a plan as 'MM-DD HH:mm'. */
export const formatInstant = (minutes: number, zone: string): string => formatMoment(toIso(minutes), zone);

/** Formats a span of time: '08-12 08:00 – 11:30'. If the span ends on another day, the end has its own day. */
export function formatSpan(start: number, end: number, zone: string): string {
  const [from, until] = [formatInstant(start, zone), formatInstant(end, zone)];
  return from.slice(0, -6) === until.slice(0, -6) ? `${from} – ${until.slice(-5)}` : `${from} – ${until}`;
}

/** Describes why an order is late, with one phrase for each cause. The times in the phrases add up to the lateness. */
export const describeCauses = (order: ScheduleOrder, names: PlanNames, t: Translate): string[] =>
  describeNamedCauses(
    order.causes.map(({ kind, minutes, machine, behind }) => {
      const orderCodes = [...new Set(behind.map((task) => names.findOrderOf(task)?.code ?? `#${task}`))];
      return { kind, minutes, machineName: names.nameMachine(machine), orderCodes };
    }),
    t,
  );

/** Adds the name of an operation to a reason, if `task` is not null. */
const addTask = (reason: string, task: number | null, names: PlanNames, t: Translate): string =>
  task === null ? reason : t('reasonWithName', { reason, name: names.nameTask(task) });

/** Describes why an operation does not start earlier. */
export const describeBound = ({ bound }: ScheduleBar, names: PlanNames, t: Translate): string =>
  addTask(t(`bound.${bound.kind}`), bound.task, names, t);

export const describeUnplaced = (row: ScheduleUnplaced, names: PlanNames, t: Translate): string =>
  addTask(t(`unplaced.${row.reason}`), row.predecessor, names, t);

export const describeConflict = (conflict: Conflict, names: PlanNames, t: Translate): string =>
  addTask(t(`conflict.${conflict.kind}`), conflict.other, names, t);

/** Describes a difference in minutes, for example '2 h later'; null if the difference is 0. */
export function describeTimeDifference(laterBy: number, t: Translate): string | null {
  if (laterBy === 0) return null;
  const time = formatLateness(Math.abs(laterBy), t);
  return t(laterBy > 0 ? 'laterByTime' : 'earlierByTime', { time });
}
