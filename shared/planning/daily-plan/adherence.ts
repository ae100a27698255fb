import { groupBy } from '../group-by.ts';
import { getLineId, type LineSubject } from './compare-lines.ts';

/** The instants of this file are in milliseconds since 1970. */

/** A line of a released plan. */
export interface ReleasedWork extends LineSubject {
  /** The device of the share; null or absent for a whole process. */
  readonly deviceId?: number | null;
  readonly workGroupId: number | null;
  /** The planned start; null if only the day was planned. */
  readonly startsAt: number | null;
  readonly endsAt: number | null;
  /** The quantity that was planned for the day. */
  readonly quantity: number;
  /** Whether somebody worked on the line at the time of the release. */
  readonly wasRunning: boolean;
}

/** A release of the plan of a day. */
export interface ReleasedDay {
  readonly releasedAt: number;
  readonly lines: readonly ReleasedWork[];
}

/** A report of work. */
export interface DoneWork {
  readonly processId: number;
  readonly deviceId?: number | null;
  readonly startedAt: number;
  /** The end of the work; null while the work goes on. */
  readonly endedAt: number | null;
  readonly good: number;
}

export interface JudgedLine {
  readonly processId: number;
  readonly workGroupId: number | null;
  readonly isStartedInTime: boolean;
  readonly isFinished: boolean;
}

export interface AdherenceInput {
  readonly dayStart: number;
  readonly dayEnd: number;
  /** The releases of the day, the oldest first. The last one is valid. */
  readonly releases: readonly ReleasedDay[];
  readonly work: readonly DoneWork[];
  /** By how much work may start earlier or later than planned. */
  readonly toleranceMs: number;
}

/** Work whose planned end is at most this long after midnight belongs to a night shift of the day before. */
const NIGHT_MS = 12 * 3_600_000;

/**
 * Returns the time until which work counts for a line: the end of the day; in a night shift, the planned end
 * plus the tolerance.
 */
export const findLineEnd = (
  { endsAt }: Pick<ReleasedWork, 'endsAt'>,
  { dayEnd, toleranceMs }: Pick<AdherenceInput, 'dayEnd' | 'toleranceMs'>,
): number =>
  endsAt !== null && endsAt > dayEnd && endsAt <= dayEnd + NIGHT_MS ? endsAt + toleranceMs : dayEnd;

/**
 * Lists the lines by which a day is judged, one for each process or share. A line with a planned start is
 * taken from the release that was valid at this start, so a later release does not hide a missed start. A
 * line without a planned start is taken from the first release that has it, but only if the last release has
 * it too. The same applies to a line that a release adds after its planned start.
 */
export function listCountedLines(releases: readonly ReleasedDay[]): ReleasedWork[] {
  const lineById = new Map<number, ReleasedWork>();
  const last = releases.at(-1);
  const lastIds = new Set(last?.lines.map(getLineId));
  for (const [index, { releasedAt, lines }] of releases.entries()) {
    const replacedAt = releases[index + 1]?.releasedAt ?? Infinity;
    for (const line of lines) {
      const id = getLineId(line);
      if (lineById.has(id)) continue;
      const isCounted =
        line.startsAt === null
          ? lastIds.has(id)
          : line.startsAt < replacedAt && (index === 0 || line.startsAt >= releasedAt || lastIds.has(id));
      if (isCounted) lineById.set(id, line);
    }
  }
  return [...lineById.values()];
}

/**
 * Judges for each line of a day whether work started in time, and whether the planned quantity was made. For
 * a share of a split process, only the work at the machine of the share counts.
 */
export function judgeDay(input: AdherenceInput): JudgedLine[] {
  const { dayStart, dayEnd, releases, work, toleranceMs } = input;
  const workById = groupBy(work, ({ processId }) => processId);
  return listCountedLines(releases).map((line) => {
    const { processId, workGroupId, startsAt, quantity, wasRunning } = line;
    const doneWork = (workById.get(processId) ?? []).filter(
      ({ deviceId }) => !line.shareId || deviceId === line.deviceId,
    );
    const lineEnd = findLineEnd(line, { dayEnd, toleranceMs });
    const hasPlannedStart = startsAt !== null && startsAt >= dayStart && startsAt < lineEnd;
    const wasRunningAtStart =
      wasRunning || doneWork.some((row) => row.startedAt < dayStart && (row.endedAt ?? Infinity) > dayStart);
    const windowStart = hasPlannedStart ? Math.min(dayStart, startsAt - toleranceMs) : dayStart;
    const startTimes = doneWork.map((row) => row.startedAt).filter((at) => at >= windowStart && at < lineEnd);
    const firstStart = startTimes.length > 0 ? Math.min(...startTimes) : null;
    const isStartedInTime =
      wasRunningAtStart ||
      (firstStart !== null && (!hasPlannedStart || Math.abs(firstStart - startsAt) <= toleranceMs));
    const scaledMadeQuantity = doneWork.reduce(
      (sum, { endedAt, good }) =>
        endedAt !== null && endedAt >= windowStart && endedAt <= lineEnd
          ? sum + Math.round(good * 10_000)
          : sum,
      0,
    );
    return {
      processId,
      workGroupId,
      isStartedInTime,
      isFinished: scaledMadeQuantity >= Math.round(quantity * 10_000),
    };
  });
}
