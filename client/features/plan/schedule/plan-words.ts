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

/** Formats a span of time: '08-12 08:00 – 11:30', or with both days. */
export function formatSpan(start: number, end: number, zone: string): string {
  const [from, until] = [formatInstant(start, zone), formatInstant(end, zone)];
  return from.slice(0, -6) === until.slice(0, -6) ? `${from} – ${until.slice(-5)}` : `${from} – ${until}`;
}

/** Tells why an order is late: one phrase for each cause. The times of the phrases add up to the lateness. */
export const describeCauses = (order: ScheduleOrder, names: PlanNames, t: Translate): string[] =>
  describeNamedCauses(
    order.causes.map(({ kind, minutes, machine, behind }) => {
      const orderCodes = [...new Set(behind.map((task) => names.findOrderOf(task)?.code ?? `#${task}`))];
      return { kind, minutes, machineName: names.nameMachine(machine), orderCodes };
    }),
    t,
  );

/** Adds to a reason the operation that it is about, if there is one. */
const addTask = (reason: string, task: number | null, names: PlanNames, t: Translate): string =>
  task === null ? reason : t('reasonWithName', { reason, name: names.nameTask(task) });

/** Tells why an operation starts when it does. */
export const describeBound = ({ bound }: ScheduleBar, names: PlanNames, t: Translate): string =>
  addTask(t(`bound.${bound.kind}`), bound.task, names, t);

export const describeUnplaced = (row: ScheduleUnplaced, names: PlanNames, t: Translate): string =>
  addTask(t(`unplaced.${row.reason}`), row.predecessor, names, t);

export const describeConflict = (conflict: Conflict, names: PlanNames, t: Translate): string =>
  addTask(t(`conflict.${conflict.kind}`), conflict.other, names, t);

/** Tells by how much a start differs: '2 h later'; null if it does not. */
export function describeShift(laterBy: number, t: Translate): string | null {
  if (laterBy === 0) return null;
  const time = formatLateness(Math.abs(laterBy), t);
  return t(laterBy > 0 ? 'laterByTime' : 'earlierByTime', { time });
}
