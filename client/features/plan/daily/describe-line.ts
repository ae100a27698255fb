import type { DayLine, MissingThing } from '#shared/answers/daily-plan.ts';
import { formatTime, joinWords, toLocalDay } from '#client/kit/words/formats.ts';
import type { Translate } from '#client/kit/words/t.ts';
import { describeWaiting } from '#client/production/describe-waiting.ts';

/** Says what is missing at a line. */
export function describeMissing(missing: MissingThing, partId: number, t: Translate): string {
  if (missing.kind === 'missingPieces') return describeWaiting(missing.wait, partId, t);
  if (missing.kind === 'missingMaterial')
    return t('missingMaterial', { names: joinWords(missing.materials) });
  if (missing.kind === 'missingDevice') return t('missingDevice', { reason: t(missing.reason) });
  if (missing.kind === 'missingPeople')
    return t('missingPeople', { needed: missing.needed, present: missing.present });
  return t('missingDrawing');
}

/** Formats the planned time of a line on a day: '08:00–09:30', with the day where it is another one. */
export function formatPlanTime(
  { startsAt, endsAt }: Pick<DayLine, 'startsAt' | 'endsAt'>,
  day: string,
  zone: string,
  t: Translate,
): string {
  if (startsAt === null || endsAt === null) return t('planAnyTime');
  const format = (at: string) => {
    const ownDay = toLocalDay(zone, Date.parse(at));
    const time = formatTime(at, zone);
    return ownDay === day ? time : `${ownDay.slice('YYYY-'.length)} ${time}`;
  };
  return `${format(startsAt)}–${format(endsAt)}`;
}

/** The address of the page of a line's order, with its part and process. */
export const getLinePath = ({ orderId, partId }: DayLine): string => `/order/${orderId}?part=${partId}`;

/** A heading and its lines. */
export interface LineSection {
  readonly key: string;
  readonly title: string;
  readonly lines: readonly DayLine[];
}

export const PLAN_GROUPINGS = ['workGroup', 'device'] as const;
export type PlanGrouping = (typeof PLAN_GROUPINGS)[number];

/** Divides lines into sections: carried lines first, then by group or device. The lines keep their order. */
export function divideLines(lines: readonly DayLine[], grouping: PlanGrouping, t: Translate): LineSection[] {
  const sections = new Map<string, { title: string; lines: DayLine[] }>();
  const add = (key: string, title: string, line: DayLine) => {
    const section = sections.get(key) ?? { title, lines: [] };
    sections.set(key, section);
    section.lines.push(line);
  };
  for (const line of lines)
    if (line.carriedFrom !== null && !line.isDone) add('carried', t('carriedLines'), line);
  for (const line of lines) {
    if (line.carriedFrom !== null && !line.isDone) continue;
    if (grouping === 'device') add(`device ${line.deviceId}`, line.deviceName ?? t('withoutDevice'), line);
    else add(`group ${line.workGroupId}`, line.workGroupName ?? t('loadWithoutGroup'), line);
  }
  return [...sections].map(([key, section]) => ({ key, ...section }));
}
