import type { DayLine, GroupChange, LineChange } from '#shared/answers/daily-plan.ts';
import { groupBy } from '../group-by.ts';

/** The process or share to which a line of a plan belongs. */
export interface LineSubject {
  readonly processId: number;
  /** The id of the share, if the process is split; otherwise 0 or absent. */
  readonly shareId?: number;
}

/** Returns the id of a line: the id of its share or, if its process is not split, of the process. */
export const getLineId = ({ processId, shareId }: LineSubject): number => shareId || processId;

/** Where and when a line is planned. */
export interface PlannedPlace extends LineSubject {
  readonly workGroupId: number | null;
  readonly deviceId: number | null;
  readonly startsAt: string | null;
}

const toMinute = (at: string | null): number | null =>
  at === null ? null : Math.floor(Date.parse(at) / 60_000);

/** Whether the group, the device or the minute of the start differs between two plans of a line. */
export const isMoved = (before: PlannedPlace, after: PlannedPlace): boolean =>
  before.workGroupId !== after.workGroupId ||
  before.deviceId !== after.deviceId ||
  toMinute(before.startsAt) !== toMinute(after.startsAt);

/**
 * Finds how the lines of a day differ from those that were released.
 * @param isEnded whether the process or share of a line has ended; its released line then does not count as dropped
 * @returns the changes by the ids of the lines; lines without a change are left out
 */
export function compareLines(
  released: readonly PlannedPlace[],
  lines: readonly PlannedPlace[],
  isEnded: (lineId: number) => boolean,
): Map<number, LineChange> {
  const releasedById = new Map(released.map((line) => [getLineId(line), line]));
  const changes = new Map<number, LineChange>();
  for (const line of lines) {
    const id = getLineId(line);
    const before = releasedById.get(id);
    if (!before) changes.set(id, 'lineAdded');
    else if (isMoved(before, line)) changes.set(id, 'lineMoved');
  }
  const ids = new Set(lines.map(getLineId));
  for (const id of released.map(getLineId)) if (!ids.has(id) && !isEnded(id)) changes.set(id, 'lineDropped');
  return changes;
}

/** Counts the changes of lines by group. A line that moves to another group counts in both groups. */
export function countChangesByGroup(
  released: readonly PlannedPlace[],
  lines: readonly PlannedPlace[],
  changes: ReadonlyMap<number, LineChange>,
): GroupChange[] {
  const placesById = groupBy([...released, ...lines], getLineId);
  const changeByGroup = new Map<number | null, GroupChange>();
  for (const [id, change] of changes)
    for (const workGroupId of new Set((placesById.get(id) ?? []).map((place) => place.workGroupId))) {
      const counts = changeByGroup.get(workGroupId) ?? { workGroupId, added: 0, moved: 0, dropped: 0 };
      changeByGroup.set(workGroupId, counts);
      if (change === 'lineAdded') counts.added += 1;
      else if (change === 'lineMoved') counts.moved += 1;
      else counts.dropped += 1;
    }
  return [...changeByGroup.values()];
}

type SortedLine = Pick<
  DayLine,
  'carriedFrom' | 'workGroupName' | 'deviceName' | 'startsAt' | 'dueDate' | 'orderCode' | 'seq' | 'processId'
>;

/** Compares texts. Null comes last. */
const compareTexts = (a: string | null, b: string | null): number =>
  a === b ? 0 : a === null ? 1 : b === null ? -1 : a < b ? -1 : 1;

/**
 * Compares lines by the order in which people work on them: carried lines first, the oldest before the others, then by
 * group, device, planned start and due date. Missing values come last.
 */
export const compareLineOrder = (a: SortedLine, b: SortedLine): number =>
  compareTexts(a.carriedFrom, b.carriedFrom) ||
  compareTexts(a.workGroupName, b.workGroupName) ||
  compareTexts(a.deviceName, b.deviceName) ||
  compareTexts(a.startsAt, b.startsAt) ||
  compareTexts(a.dueDate, b.dueDate) ||
  compareTexts(a.orderCode, b.orderCode) ||
  a.seq - b.seq ||
  a.processId - b.processId;
