import { groupBy } from '../group-by.ts';

/** The instants of this file are in milliseconds since 1970. */

/** A line of a released plan. */
export interface ReleasedWork {
  readonly processId: number;
  readonly workGroupId: number | null;
  /** Null if only the day was planned. */
  readonly startsAt: number | null;
  readonly endsAt: number | null;
  /** What was to be made on the day. */
  readonly quantity: number;
  /** Whether somebody worked on it when it was released. */
  readonly wasRunning: boolean;
}

export interface ReleasedDay {
  readonly releasedAt: number;
  readonly lines: readonly ReleasedWork[];
}

/** Work that was reported. */
export interface DoneWork {
  readonly processId: number;
  readonly startedAt: number;
  /** Null while it goes on. */
  readonly endedAt: number | null;
  readonly good: number;
}

export interface JudgedLine {
  readonly processId: number;
  readonly workGroupId: number | null;
  readonly isStartedInTime: boolean;
  readonly isFinished: boolean;
}

export interface AdherenceQuestion {
  readonly dayStart: number;
  readonly dayEnd: number;
  /** The releases of the day, the first one first. The last one is in force. */
  readonly releases: readonly ReleasedDay[];
  readonly work: readonly DoneWork[];
  /** How much earlier or later than planned work may start. */
  readonly toleranceMs: number;
}

/** Work that is planned to end within this time after midnight belongs to a night shift of the day before. */
const NIGHT_MS = 12 * 3_600_000;

/** Returns the time until which the work of a line counts: the end of the day, or that of its night shift. */
export const findLineEnd = (
  { endsAt }: Pick<ReleasedWork, 'endsAt'>,
  { dayEnd, toleranceMs }: Pick<AdherenceQuestion, 'dayEnd' | 'toleranceMs'>,
): number =>
  endsAt !== null && endsAt > dayEnd && endsAt <= dayEnd + NIGHT_MS ? endsAt + toleranceMs : dayEnd;

/**
 * Lists the lines by which a day is judged, each once. A later release does not excuse a start that was missed before
 * it: a line counts as it stood when its planned start came. A line whose start is not planned counts if the last
 * release still has it, with the quantity of the first one.
 */
export function listCountedLines(releases: readonly ReleasedDay[]): ReleasedWork[] {
  const counted = new Map<number, ReleasedWork>();
  const last = releases.at(-1);
  const lastIds = new Set(last?.lines.map(({ processId }) => processId));
  for (const [index, { releasedAt, lines }] of releases.entries()) {
    const replacedAt = releases[index + 1]?.releasedAt ?? Infinity;
    for (const line of lines) {
      if (counted.has(line.processId)) continue;
      const counts =
        line.startsAt === null
          ? lastIds.has(line.processId)
          : line.startsAt < replacedAt &&
            (index === 0 || line.startsAt >= releasedAt || lastIds.has(line.processId));
      if (counts) counted.set(line.processId, line);
    }
  }
  return [...counted.values()];
}

/** Judges whether the lines of a day were started when planned, and made what was planned. */
export function judgeDay(question: AdherenceQuestion): JudgedLine[] {
  const { dayStart, dayEnd, releases, work, toleranceMs } = question;
  const workById = groupBy(work, ({ processId }) => processId);
  return listCountedLines(releases).map((line) => {
    const { processId, workGroupId, startsAt, quantity, wasRunning } = line;
    const done = workById.get(processId) ?? [];
    const lineEnd = findLineEnd(line, { dayEnd, toleranceMs });
    const isTimed = startsAt !== null && startsAt >= dayStart && startsAt < lineEnd;
    const goesOn =
      wasRunning || done.some((row) => row.startedAt < dayStart && (row.endedAt ?? Infinity) > dayStart);
    const windowStart = isTimed ? Math.min(dayStart, startsAt - toleranceMs) : dayStart;
    const starts = done.map((row) => row.startedAt).filter((at) => at >= windowStart && at < lineEnd);
    const firstStart = starts.length > 0 ? Math.min(...starts) : null;
    const isStartedInTime =
      goesOn || (firstStart !== null && (!isTimed || Math.abs(firstStart - startsAt) <= toleranceMs));
    const made = done.reduce(
      (sum, { endedAt, good }) =>
        endedAt !== null && endedAt >= windowStart && endedAt <= lineEnd
          ? sum + Math.round(good * 10_000)
          : sum,
      0,
    );
    return { processId, workGroupId, isStartedInTime, isFinished: made >= Math.round(quantity * 10_000) };
  });
}
