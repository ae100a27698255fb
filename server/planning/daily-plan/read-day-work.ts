import { sql } from 'kysely';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { sharePlacedQuantity, sumMinutesBetween } from '#shared/planning/place-work.ts';
import { calculateRemainingMinutes, calculateRemainingQuantity } from '#shared/planning/remaining-work.ts';
import { countDaysBetween } from '#shared/rules/days.ts';
import { toLocalDay } from '#shared/rules/wall-clock.ts';
import type { Db } from '../../db/database.ts';
import { PLACE_COUNTS_SQL } from '../../ledger/process-shares.ts';
import { placeOpenWork } from '../place-open-work.ts';

/** The work of a process or a share on a day, as the capacity load counts it. */
export interface DayWork {
  processId: number;
  /** The share of a split process; 0 for a whole process. */
  shareId: number;
  workGroupId: number | null;
  deviceId: number | null;
  /** The planned start; null if only the days of the work are planned. */
  startsAt: string | null;
  endsAt: string | null;
  quantityLeft: number;
  quantity: number;
  deviceMinutes: number | null;
  manMinutes: number | null;
  /** The earlier day for which the work was planned; null if it is planned for this day. */
  carriedFrom: string | null;
}

/** The device of a task, and its times from its appointment or the applied plan. */
interface PlannedPlace {
  task: number;
  deviceId: number | null;
  startsAt: string | null;
  endsAt: string | null;
  /** The last earlier day whose released plan contains the whole open quantity of the task. */
  releasedFor: string | null;
}

async function readPlannedPlaces(
  db: Db,
  factoryId: number,
  works: readonly { task: number; processId: number; share: { id: number } | null }[],
  day: string,
): Promise<Map<number, PlannedPlace>> {
  const { rows } = await sql<PlannedPlace>`
    select w.task, coalesce(a.device_id, s.device_id, p.device_id) as device_id,
      coalesce(a.starts_at, s.appointment_start, p.appointment_start) as starts_at,
      coalesce(a.ends_at, s.appointment_end, p.appointment_end) as ends_at,
      (select max(d.day) from daily_plan_line l
        join daily_plan d on d.factory_id = l.factory_id and d.id = l.plan_id
          and d.replaced_at is null and d.withdrawn_at is null and d.day < ${day}::date
        where l.factory_id = p.factory_id and l.process_id = p.id and l.share_id = w.share_id and l.quantity >= l.quantity_left) as released_for
    from unnest(${works.map(({ task }) => task)}::bigint[], ${works.map(({ processId }) => processId)}::bigint[],
        ${works.map(({ share }) => share?.id ?? 0)}::bigint[]) w (task, process_id, share_id)
      join process p on p.factory_id = ${factoryId} and p.id = w.process_id
      left join process_share s on s.factory_id = p.factory_id and s.id = w.share_id
      left join planned_operation a on a.factory_id = p.factory_id and a.process_id = p.id and a.share_id = w.share_id
        and ${PLACE_COUNTS_SQL}`.execute(db);
  return new Map(rows.map((row) => [row.task, row]));
}

/**
 * Reads the work of a day. It places the work as the capacity load does, so that the list of a day and its
 * load always agree.
 * @returns the work in no particular order, and the number of processes that are planned for no day
 */
export async function readDayWork(
  db: Db,
  user: CurrentUser,
  today: string,
  day: string,
): Promise<{ works: DayWork[]; unplannedCount: number }> {
  const dayIndex = countDaysBetween(today, day);
  const placedWorks = await placeOpenWork(db, user, today);
  const worksOfDay = placedWorks.flatMap(({ work, placement }) => {
    const position = placement.days.indexOf(dayIndex);
    return position < 0 ? [] : [{ work, placement, position }];
  });
  const places = await readPlannedPlaces(
    db,
    user.factoryId,
    worksOfDay.map(({ work }) => work),
    day,
  );
  const works = worksOfDay.map(({ work, placement, position }): DayWork => {
    const { task, processId, share, workGroupId, plannedStart, plannedEnd, needBy } = work;
    const place = places.get(task);
    const quantityLeft = calculateRemainingQuantity(work);
    const sumMinutes = (minutes: number | null) =>
      minutes === null ? null : sumMinutesBetween(minutes, placement, dayIndex, dayIndex);
    const appliedEnd = work.applied && place?.endsAt ? toLocalDay(user.zone, Date.parse(place.endsAt)) : null;
    const overdueSince =
      placement.kind === 'overdue' ? (appliedEnd ?? plannedEnd ?? needBy ?? plannedStart) : null;
    const carriedFrom = overdueSince ?? place?.releasedFor ?? null;
    return {
      processId,
      shareId: share?.id ?? 0,
      workGroupId,
      deviceId: place?.deviceId ?? null,
      startsAt: place?.startsAt ?? null,
      endsAt: place?.endsAt ?? null,
      quantityLeft,
      quantity: sharePlacedQuantity(quantityLeft, placement, position),
      deviceMinutes: sumMinutes(calculateRemainingMinutes(work, 'deviceHours')),
      manMinutes: sumMinutes(calculateRemainingMinutes(work, 'manHours')),
      // Work whose planned end was earlier today is late, but it is still work of today.
      carriedFrom: carriedFrom !== null && carriedFrom < day ? carriedFrom : null,
    };
  });
  return {
    works,
    unplannedCount: placedWorks.filter(({ placement }) => placement.kind === 'unplanned').length,
  };
}
