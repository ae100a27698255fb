import type { DayLine, MissingThing } from '#shared/answers/daily-plan.ts';
import { formatTime, joinWords, toLocalDay } from '#client/kit/words/formats.ts';
import type { Translate } from '#client/kit/words/t.ts';
import { describeWaiting } from '#client/production/describe-waiting.ts';

/** Describes what the work of a plan line still lacks, for example pieces, material or people. */
export function describeMissing(missing: MissingThing, partId: number, t: Translate): string {
  if (missing.kind === 'missingPieces') return describeWaiting(missing.wait, partId, t);
  if (missing.kind === 'missingMaterial')
    return t('missingMaterial', { names: joinWords(missing.materials) });
  if (missing.kind === 'missingDevice') return t('missingDevice', { reason: t(missing.reason) });
  if (missing.kind === 'missingPeople')
    return t('missingPeople', { needed: missing.needed, present: missing.present });
  return t('missingDrawing');
}

/**
 * Formats the planned time of a line: '08:00–09:30'. A start or an end on another day than `day` is shown with its day.
 */
export function formatPlanTime(
  { startsAt, endsAt }: Pick<DayLine, 'startsAt' | 'endsAt'>,
  day: string,
  zone: string,
  t: Translate,
): string {
  if (startsAt === null || endsAt === null) return t('planAnyTime');
  const format = (instant: string) => {
    const localDay = toLocalDay(zone, Date.parse(instant));
    const time = formatTime(instant, zone);
    return localDay === day ? time : `${localDay.slice('YYYY-'.length)} ${time}`;
  };
  return `${format(startsAt)}–${format(endsAt)}`;
}

/** Returns the address of the page of a line's order. The page opens with the part of the line chosen. */
export const getLinePath = ({ orderId, partId }: DayLine): string => `/order/${orderId}?part=${partId}`;

/** A section of the plan: a heading and the lines below it. */
export interface LineSection {
  readonly key: string;
  readonly title: string;
  readonly lines: readonly DayLine[];
}

export const PLAN_GROUPINGS = ['workGroup', 'device'] as const;
export type PlanGrouping = (typeof PLAN_GROUPINGS)[number];

/**
 * Divides lines into sections. The first section has the unfinished lines of earlier days; then there is one for each
 * group or device.
 */
export function divideLines(lines: readonly DayLine[], grouping: PlanGrouping, t: Translate): LineSection[] {
  const sections = new Map<string, { title: string; lines: DayLine[] }>();
  const addLine = (key: string, title: string, line: DayLine) => {
    const section = sections.get(key) ?? { title, lines: [] };
    sections.set(key, section);
    section.lines.push(line);
  };
  for (const line of lines)
    if (line.carriedFrom !== null && !line.isDone) addLine('carried', t('carriedLines'), line);
  for (const line of lines) {
    if (line.carriedFrom !== null && !line.isDone) continue;
    if (grouping === 'device')
      addLine(`device ${line.deviceId}`, line.deviceName ?? t('withoutDevice'), line);
    else addLine(`group ${line.workGroupId}`, line.workGroupName ?? t('loadWithoutGroup'), line);
  }
  return [...sections].map(([key, section]) => ({ key, ...section }));
}
