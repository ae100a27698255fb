import { scaleLinear, type ScaleLinear } from 'd3';
import { formatLocalTime, localTimeToInstant } from '#shared/rules/wall-clock.ts';
import { addDays } from '#shared/rules/days.ts';

/** The part of the time axis that the chart shows. Instants are minutes since 1970. */
export interface GanttView {
  /** The instant at the left edge. */
  readonly from: number;
  readonly minutesPerPx: number;
}

/** The limits of the view: the begin and the end of the time axis. */
export interface ViewLimits {
  readonly from: number;
  readonly until: number;
  /** The width of the time axis in pixels. */
  readonly width: number;
}

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
export const DAY_MINUTES = 24 * HOUR_MINUTES;
/** The largest scale: an hour has 120 pixels. */
const MIN_MINUTES_PER_PX = 0.5;

export const toIso = (minutes: number): string => new Date(minutes * MINUTE_MS).toISOString();
export const toMinutes = (instant: string): number => Math.round(Date.parse(instant) / MINUTE_MS);

const getMaxMinutesPerPx = ({ from, until, width }: ViewLimits): number =>
  Math.max(MIN_MINUTES_PER_PX, (until - from) / Math.max(1, width));

/** Returns the nearest view that is within the limits. */
export function limitView(view: GanttView, limits: ViewLimits): GanttView {
  const minutesPerPx = Math.min(Math.max(view.minutesPerPx, MIN_MINUTES_PER_PX), getMaxMinutesPerPx(limits));
  const lastFrom = Math.max(limits.from, limits.until - minutesPerPx * limits.width);
  return { from: Math.min(Math.max(view.from, limits.from), lastFrom), minutesPerPx };
}

/** Zooms the view. The instant at `x` stays at its place. A factor below 1 shows less time. */
export function zoomView(view: GanttView, factor: number, x: number, limits: ViewLimits): GanttView {
  const minutesPerPx = Math.min(
    Math.max(view.minutesPerPx * factor, MIN_MINUTES_PER_PX),
    getMaxMinutesPerPx(limits),
  );
  return limitView({ from: view.from + x * (view.minutesPerPx - minutesPerPx), minutesPerPx }, limits);
}

export const panView = (view: GanttView, px: number, limits: ViewLimits): GanttView =>
  limitView({ ...view, from: view.from + px * view.minutesPerPx }, limits);

/**
 * Moves the view as little as possible to show a span of time. If the span is longer than the view, shows its begin.
 */
export function revealSpan(view: GanttView, from: number, until: number, limits: ViewLimits): GanttView {
  const margin = 24 * view.minutesPerPx;
  const shownMinutes = limits.width * view.minutesPerPx;
  if (from - margin < view.from || until - from > shownMinutes - 2 * margin)
    return limitView({ ...view, from: from - margin }, limits);
  if (until + margin > view.from + shownMinutes)
    return limitView({ ...view, from: until + margin - shownMinutes }, limits);
  return view;
}

/** Returns the function that converts minutes since 1970 to pixels. */
export const makeScale = (view: GanttView, width: number): ScaleLinear<number, number> =>
  scaleLinear([view.from, view.from + view.minutesPerPx * width], [0, width]);

export interface Tick {
  readonly at: number;
  readonly text: string;
  /** Whether a day begins or, if the ticks are days, a month. */
  readonly isMajor: boolean;
}

/** The possible distances between two ticks, in hours. */
const HOUR_STEPS = [1, 2, 3, 6, 12];
/** The possible distances between two ticks, in days. */
const DAY_STEPS = [1, 2, 7, 14, 28];
/** The minimum distances between two ticks, in pixels. */
const MIN_HOUR_STEP_PX = 44;
const MIN_DAY_STEP_PX = 40;

const toLocalMinutes = (localTime: string, zone: string): number =>
  toMinutes(localTimeToInstant(localTime, zone) ?? `${localTime}Z`);

/** A day in the time zone of the factory, as 'YYYY-MM-DD', and the minute since 1970 at which it begins. */
export interface LocalDay {
  readonly day: string;
  readonly at: number;
}

/** Lists the local days that overlap a span of time. */
export function listLocalDays(from: number, until: number, zone: string): LocalDay[] {
  const days: LocalDay[] = [];
  let day = formatLocalTime(from * MINUTE_MS, zone).slice(0, 10);
  for (;;) {
    const at = toLocalMinutes(`${day}T00:00`, zone);
    if (at >= until) return days;
    days.push({ day, at });
    day = addDays(day, 1);
  }
}

const listHours = ({ day, at }: LocalDay, step: number, zone: string): Tick[] => [
  { at, text: day.slice(5), isMajor: true },
  ...Array.from({ length: 24 / step - 1 }, (_, index) => {
    const hour = String((index + 1) * step).padStart(2, '0');
    return { at: toLocalMinutes(`${day}T${hour}:00`, zone), text: `${hour}:00`, isMajor: false };
  }),
];

/**
 * Lists the ticks of the axis: hours with the days as major ticks or, if days are narrow, days with the months as major
 * ticks.
 * @param days the days of the whole axis
 */
export function listTicks(view: GanttView, width: number, days: readonly LocalDay[], zone: string): Tick[] {
  const until = view.from + view.minutesPerPx * width;
  const hourPx = HOUR_MINUTES / view.minutesPerPx;
  const hourStep = HOUR_STEPS.find((hours) => hours * hourPx >= MIN_HOUR_STEP_PX);
  const dayStep = DAY_STEPS.find((count) => count * hourPx * 24 >= MIN_DAY_STEP_PX) ?? DAY_STEPS.at(-1)!;
  const ticks: Tick[] = [];
  for (const [index, day] of days.entries()) {
    if (day.at >= until) break;
    if ((days[index + 1]?.at ?? Infinity) <= view.from) continue;
    const isFirstOfMonth = day.day.endsWith('-01');
    if (hourStep !== undefined) ticks.push(...listHours(day, hourStep, zone));
    else if (isFirstOfMonth || Math.round(day.at / DAY_MINUTES) % dayStep === 0)
      ticks.push({ at: day.at, text: day.day.slice(5), isMajor: isFirstOfMonth });
  }
  return ticks;
}
