import type { Conflict } from '#shared/planning/engine/proposal.ts';
import type { ScheduleBar, ScheduleOrder, ScheduleUnplaced } from '#shared/answers/schedule.ts';
import { formatDuration, formatMoment, formatNumber, joinWords } from '#client/kit/words/formats.ts';
import type { Translate } from '#client/kit/words/t.ts';
import { toIso } from './chart/gantt-view.ts';
import type { PlanNames } from './plan-names.ts';

const DAY = 1440;
/** Lateness from so many minutes on is told in days. */
const DAYS_FROM = 2 * DAY;
/** A sentence names at most so many orders. */
const MOST_NAMES = 3;

export const formatMinutes = (minutes: number): string => formatDuration(minutes * 60);

/** Formats an instant of a plan as 'MM-DD HH:mm'. */
export const formatInstant = (minutes: number, zone: string): string => formatMoment(toIso(minutes), zone);

/** Formats a span of time: '08-12 08:00 – 11:30', or with both days. */
export function formatSpan(start: number, end: number, zone: string): string {
  const [from, until] = [formatInstant(start, zone), formatInstant(end, zone)];
  return from.slice(0, -6) === until.slice(0, -6) ? `${from} – ${until.slice(-5)}` : `${from} – ${until}`;
}

/**
 * Rounds spans to tenths of days, so that the rounded spans add up to the rounded sum: those that lose most are rounded
 * up.
 */
export function divideIntoTenths(minutes: readonly number[]): number[] {
  const total = minutes.reduce((sum, span) => sum + span, 0);
  const tenths = minutes.map((span) => Math.floor((span * 10) / DAY));
  const restOf = (index: number): number => ((minutes[index]! * 10) / DAY) % 1;
  const byRest = minutes.map((_, index) => index).sort((a, b) => restOf(b) - restOf(a) || a - b);
  let missing = Math.round((total * 10) / DAY) - tenths.reduce((sum, count) => sum + count, 0);
  for (const index of byRest) if (missing-- > 0) tenths[index]!++;
  return tenths;
}

/** Formats how late an order is: in hours and minutes, or from two days on in days. */
export const formatLateness = (minutes: number, t: Translate): string =>
  minutes < DAYS_FROM
    ? formatMinutes(minutes)
    : t('daysOfLateness', { days: formatNumber(Math.round((minutes * 10) / DAY) / 10, 1) });

/** Tells why an order is late: one phrase for each cause. The times of the phrases add up to the lateness. */
export function describeCauses(order: ScheduleOrder, names: PlanNames, t: Translate): string[] {
  const tenths = divideIntoTenths(order.causes.map(({ minutes }) => minutes));
  return order.causes.flatMap(({ kind, minutes, machine, behind }, index) => {
    const isInDays = order.lateBy >= DAYS_FROM;
    if (isInDays && tenths[index] === 0) return [];
    const time = isInDays
      ? t('daysOfLateness', { days: formatNumber(tenths[index]! / 10, 1) })
      : formatMinutes(minutes);
    const codes = [...new Set(behind.map((task) => names.findOrderOf(task)?.code ?? `#${task}`))];
    const shown = joinWords(codes.slice(0, MOST_NAMES));
    return [
      t(`cause.${kind}`, {
        span: time,
        machine: names.nameMachine(machine),
        orders: codes.length > MOST_NAMES ? t('andOthers', { names: shown }) : shown,
      }),
    ];
  });
}

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
