import type { LoadDetails, LoadedProcess, LoadKind } from '#shared/answers/capacity-load.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { pickListedProcess } from '#shared/ledger/listed-process.ts';
import type { CapacityAxis } from '#shared/planning/group-capacity.ts';
import { sumMinutesBetween } from '#shared/planning/place-work.ts';
import { calculateRemainingMinutes, calculateRemainingQuantity } from '#shared/planning/remaining-work.ts';
import { countDaysBetween, type DayPeriod } from '#shared/rules/days.ts';
import type { Db } from '../db/database.ts';
import { placeOpenWork, type PlacedWork } from './place-open-work.ts';
import { readTaskLoad } from './read-task-load.ts';

/** Selects the part of the load of a group that is listed. */
export interface LoadRequest extends DayPeriod {
  workGroupId: number | null;
  axis: CapacityAxis;
  loadKind: LoadKind;
}

/** Returns how many minutes of a process are part of the listed load; null if the process is not listed. */
function findMinutes(
  { placement }: PlacedWork,
  remainingMinutes: number | null,
  { loadKind }: LoadRequest,
  fromDayIndex: number,
  toDayIndex: number,
): number | null {
  if (loadKind === 'withoutEstimate') return remainingMinutes === null ? 0 : null;
  if (!remainingMinutes) return null;
  if (loadKind === 'overdueLoad') return placement.kind === 'overdue' ? remainingMinutes : null;
  if (loadKind === 'unplannedLoad') return placement.kind === 'unplanned' ? remainingMinutes : null;
  return sumMinutesBetween(remainingMinutes, placement, fromDayIndex, toDayIndex) || null;
}

/**
 * Lists the processes and tasks that make up a figure of the capacity load. The figure is the sum of their minutes; for
 * work without estimate, it is their number.
 */
export async function readLoadDetails(
  db: Db,
  user: CurrentUser,
  today: string,
  request: LoadRequest,
): Promise<LoadDetails> {
  const [fromDayIndex, toDayIndex] = [
    countDaysBetween(today, request.from),
    countDaysBetween(today, request.to),
  ];
  const rows: LoadedProcess[] = [];
  for (const placedWork of await placeOpenWork(db, user, today)) {
    const { work, placement } = placedWork;
    if (work.workGroupId !== request.workGroupId) continue;
    const remainingMinutes = calculateRemainingMinutes(work, request.axis);
    const minutes = findMinutes(placedWork, remainingMinutes, request, fromDayIndex, toDayIndex);
    if (minutes === null) continue;
    rows.push({
      ...pickListedProcess(work),
      plannedStart: work.plannedStart,
      plannedEnd: work.plannedEnd ?? work.needBy,
      kind: placement.kind,
      remainingQuantity: calculateRemainingQuantity(work),
      minutes,
      remainingMinutes,
    });
  }
  const { loadKind, axis, workGroupId } = request;
  const includesTasks =
    loadKind === 'plannedLoad' && axis === 'manHours' && fromDayIndex <= 0 && toDayIndex >= 0;
  const tasks = includesTasks
    ? (await readTaskLoad(db, user, today)).filter((task) => task.workGroupId === workGroupId)
    : [];
  return { today, minutes: [...rows, ...tasks].reduce((sum, row) => sum + row.minutes, 0), rows, tasks };
}
