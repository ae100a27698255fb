/** A line of the released plan at a terminal, in the order of the plan. */
export interface QueuedLine {
  readonly planId: number;
  readonly processId: number;
  /** The id of the share, if the process is split; otherwise 0 or absent. */
  readonly shareId?: number;
  readonly workGroupId: number | null;
  readonly deviceId: number | null;
}

/** The place where work starts: a device, or a group if no device is given. */
export interface WorkPlace {
  readonly workGroupId: number | null;
  readonly deviceId: number | null;
}

/** Whether a line is planned for a place. A line without a device is planned for its group. */
const isPlannedFor = (line: WorkPlace, place: WorkPlace): boolean =>
  place.deviceId === null
    ? line.deviceId === null && line.workGroupId === place.workGroupId
    : line.deviceId === place.deviceId;

/**
 * Lists the lines of a place that come before a process in the plan. If the process is not planned for the
 * place, returns all lines of the place.
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

/**
 * Whether nobody works on a line. For a share of a split process, only work at the device of the share
 * counts.
 */
export const isLineIdle = (
  { shareId, deviceId }: QueuedLine,
  openReports: readonly { readonly deviceId: number | null }[],
): boolean => !openReports.some((report) => !shareId || report.deviceId === deviceId);

/** The turn of waiting work at its device or group in the released plan: the first, the second, or a later one. */
const QUEUE_TURNS = ['nextTurn', 'afterNextTurn', 'laterTurn'] as const;
export type QueueTurn = (typeof QUEUE_TURNS)[number];

/**
 * Finds the turn of each process at its device or group. A process that is split over devices gets the best turn of its
 * shares.
 * @param lines the lines whose work can start now, in the order of the plan
 */
export function findTurns(lines: readonly QueuedLine[]): Map<number, QueueTurn> {
  const turnByProcess = new Map<number, QueueTurn>();
  const countByPlace = new Map<string, number>();
  const countedLineIds = new Set<number>();
  for (const { processId, shareId, workGroupId, deviceId } of lines) {
    const lineId = shareId || processId;
    if (countedLineIds.has(lineId)) continue;
    countedLineIds.add(lineId);
    const key = deviceId === null ? `group ${workGroupId}` : `device ${deviceId}`;
    const earlierCount = countByPlace.get(key) ?? 0;
    countByPlace.set(key, earlierCount + 1);
    const turn = QUEUE_TURNS[Math.min(earlierCount, QUEUE_TURNS.length - 1)]!;
    const knownTurn = turnByProcess.get(processId);
    if (!knownTurn || QUEUE_TURNS.indexOf(turn) < QUEUE_TURNS.indexOf(knownTurn))
      turnByProcess.set(processId, turn);
  }
  return turnByProcess;
}
