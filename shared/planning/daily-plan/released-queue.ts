/** A line of the released plan at a terminal, in the order of the plan. */
export interface QueuedLine {
  readonly planId: number;
  readonly processId: number;
  readonly workGroupId: number | null;
  readonly deviceId: number | null;
}

/** The place where work starts: a device, or a group if no device is given. */
export interface WorkPlace {
  readonly workGroupId: number | null;
  readonly deviceId: number | null;
}

/** Whether a line is planned for a place. Work without a device is planned for its group. */
const isPlannedFor = (line: WorkPlace, place: WorkPlace): boolean =>
  place.deviceId === null
    ? line.deviceId === null && line.workGroupId === place.workGroupId
    : line.deviceId === place.deviceId;

/**
 * Lists the lines of a place that come before a process in the plan. If the process is not planned for the place, these
 * are all lines of the place.
 */
export function listEarlierLines<L extends QueuedLine>(
  lines: readonly L[],
  place: WorkPlace,
  processId: number,
): L[] {
  const linesOfPlace = lines.filter((line) => isPlannedFor(line, place));
  const index = linesOfPlace.findIndex((line) => line.processId === processId);
  return index < 0 ? linesOfPlace : linesOfPlace.slice(0, index);
}

/** The turn of waiting work at its device or group in the released plan: the first, the second, or a later one. */
export type QueueTurn = 'nextTurn' | 'afterNextTurn' | 'laterTurn';

/**
 * Finds the turn of each process at its device or group.
 * @param lines the lines whose work can start now, in the order of the plan
 */
export function findTurns(lines: readonly QueuedLine[]): Map<number, QueueTurn> {
  const turns = new Map<number, QueueTurn>();
  const counts = new Map<string, number>();
  for (const { processId, workGroupId, deviceId } of lines) {
    if (turns.has(processId)) continue;
    const key = deviceId === null ? `group ${workGroupId}` : `device ${deviceId}`;
    const before = counts.get(key) ?? 0;
    counts.set(key, before + 1);
    turns.set(processId, before === 0 ? 'nextTurn' : before === 1 ? 'afterNextTurn' : 'laterTurn');
  }
  return turns;
}
