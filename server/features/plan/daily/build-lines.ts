import { sql } from 'kysely';
import type { DayLine, LineChange } from '#shared/answers/daily-plan.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { hasProcessEnded } from '#shared/ledger/waiting.ts';
import { compareLineOrder, compareLines, getLineId } from '#shared/planning/daily-plan/compare-lines.ts';
import { addDays } from '#shared/rules/days.ts';
import { localTimeToInstant, toLocalDay } from '#shared/rules/wall-clock.ts';
import type { Db } from '../../../db/database.ts';
import { SHARE_MADE_SQL } from '../../../ledger/process-shares.ts';
import { readDayWork, type DayWork } from '../../../planning/daily-plan/read-day-work.ts';
import { findMissing, type LineTime } from './find-missing.ts';
import { readLineDetails, type LineDetails } from './read-line-details.ts';
import { readShopState, type ShopState } from './read-shop-state.ts';
import { readReleasedPlan, type PlanLine, type ReleasedPlan } from './released-plan.ts';

/** A line with the craft of its process. */
export type BuiltLine = DayLine & { craftId: number };

export interface DayContent extends ReleasedPlan {
  today: string;
  /** The lines of the day, and those that are only in the released plan. */
  builtLines: BuiltLine[];
  /** The work of the day that a release would contain now. */
  works: DayWork[];
  details: ReadonlyMap<number, LineDetails>;
  /** How the lines differ from the released plan, by the id of the line. */
  changes: ReadonlyMap<number, LineChange>;
  /** Whether the process or share of a line has no pieces left to make. */
  isEnded: (lineId: number) => boolean;
  unplannedCount: number;
  shop: ShopState;
}

const toInstant = (day: string, zone: string): number =>
  Date.parse(localTimeToInstant(`${day}T00:00`, zone)!);

/** Turns a line that is only in the released plan into work of the day. */
const makeReleasedWork = (line: PlanLine, isEnded: boolean): DayWork => ({
  ...line,
  quantityLeft: isEnded ? 0 : line.quantityLeft,
});

/** Finds the shares in the released plan that have no pieces left to make. */
async function readCompletedShares(
  db: Db,
  factoryId: number,
  lines: readonly PlanLine[],
): Promise<ReadonlySet<number>> {
  const ids = lines.flatMap(({ shareId }) => (shareId === 0 ? [] : [shareId]));
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select s.id from process_share s where s.factory_id = ${factoryId} and s.id = any(${ids}::bigint[])
      and s.joined_at is null and ${SHARE_MADE_SQL} >= s.quantity`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Builds the lines of a day: its work, as the capacity load places it, and the lines that are only in the
 * released plan, because their work is done or was dropped.
 * @param now the present instant in milliseconds since 1970
 */
export async function buildDayLines(
  db: Db,
  user: CurrentUser,
  day: string,
  now: number,
): Promise<DayContent> {
  const { factoryId, zone } = user;
  const today = toLocalDay(zone, now);
  const releasedPlan = await readReleasedPlan(db, factoryId, day);
  const { works, unplannedCount } =
    day < today ? { works: [], unplannedCount: 0 } : await readDayWork(db, user, today, day);
  const workIds = new Set(works.map(getLineId));
  const onlyReleasedLines = releasedPlan.lines.filter((line) => !workIds.has(getLineId(line)));
  const details = await readLineDetails(db, factoryId, [
    ...new Set([...works, ...onlyReleasedLines].map(({ processId }) => processId)),
  ]);
  const completedShares = await readCompletedShares(db, factoryId, releasedPlan.lines);
  const processByLine = new Map(releasedPlan.lines.map((line) => [getLineId(line), line.processId]));
  const shop = await readShopState(db, factoryId);
  const releasedById = new Map(releasedPlan.lines.map((line) => [getLineId(line), line]));
  const isEnded = (lineId: number) => {
    const lineDetails = details.get(processByLine.get(lineId) ?? lineId);
    return completedShares.has(lineId) || (lineDetails !== undefined && hasProcessEnded(lineDetails.state));
  };
  // A past day has no changes.
  const changes =
    releasedPlan.release === null || day < today
      ? new Map()
      : compareLines(releasedPlan.lines, works, isEnded);
  const restOfDay = [Math.max(now, toInstant(day, zone)), toInstant(addDays(day, 1), zone)] as const;
  const makeLine = (work: DayWork, isOnlyReleased: boolean): BuiltLine[] => {
    const processDetails = details.get(work.processId);
    if (!processDetails) return [];
    const {
      wait: _wait,
      materials: _materials,
      lacksDrawing: _lacksDrawing,
      ...shownDetails
    } = processDetails;
    const isDone = hasProcessEnded(processDetails.state) || work.quantityLeft === 0;
    const time: LineTime = {
      startsAt: work.startsAt === null ? null : Math.max(now, Date.parse(work.startsAt)),
      restOfDay,
      isToday: day === today,
    };
    return [
      {
        ...shownDetails,
        ...work,
        deviceName: work.deviceId === null ? null : (shop.devices.get(work.deviceId)?.name ?? null),
        workGroupName: work.workGroupId === null ? null : (shop.groupNames.get(work.workGroupId) ?? null),
        isDone,
        missing:
          isDone || isOnlyReleased || day < today
            ? []
            : findMissing(processDetails, work.deviceId, shop, time),
        position: releasedById.get(getLineId(work))?.position ?? null,
        change: changes.get(getLineId(work)) ?? null,
      },
    ];
  };
  const builtLines = [
    ...works.flatMap((work) => makeLine(work, false)),
    ...onlyReleasedLines.flatMap((line) => {
      return details.has(line.processId)
        ? makeLine(makeReleasedWork(line, isEnded(getLineId(line))), true)
        : [];
    }),
  ];
  return {
    ...releasedPlan,
    today,
    builtLines: builtLines.toSorted(compareLineOrder),
    works,
    details,
    changes,
    isEnded,
    unplannedCount,
    shop,
  };
}
