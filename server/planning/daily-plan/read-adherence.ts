import { sql } from 'kysely';
import type { AdherenceFigure } from '#shared/answers/daily-plan.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import {
  findLineEnd,
  judgeDay,
  type DoneWork,
  type ReleasedDay,
  type ReleasedWork,
} from '#shared/planning/daily-plan/adherence.ts';
import { groupBy } from '#shared/planning/group-by.ts';
import { addDays, type DayPeriod } from '#shared/rules/days.ts';
import { localTimeToInstant } from '#shared/rules/wall-clock.ts';
import type { Db } from '../../db/database.ts';

const MINUTE_MS = 60_000;
const DEFAULT_TOLERANCE_MINUTES = 30;

interface LineRow extends ReleasedWork {
  day: string;
  number: number;
  releasedAt: number;
}

const buildMillisecondsSql = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::bigint`;

/** Reads the lines of all releases in a period. It leaves out days whose plan is no longer released. */
async function readReleasedLines(db: Db, factoryId: number, { from, to }: DayPeriod): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`/* never prepared */
    select d.day, d.number, ${buildMillisecondsSql('d.released_at')} as released_at, l.process_id, l.share_id, l.device_id, l.work_group_id,
      ${buildMillisecondsSql('l.starts_at')} as starts_at, ${buildMillisecondsSql('l.ends_at')} as ends_at, l.quantity, l.was_started as was_running
    from daily_plan d
      join daily_plan_line l on l.factory_id = d.factory_id and l.plan_id = d.id
    where d.factory_id = ${factoryId} and d.day between ${from}::date and ${to}::date and d.withdrawn_at is null
      and exists (select 1 from daily_plan c where c.factory_id = d.factory_id and c.day = d.day
        and c.replaced_at is null and c.withdrawn_at is null)
    order by d.day, d.number, l.position`.execute(db);
  return rows;
}

/**
 * Reads the reports of processes in a period. It also reads the reports of some days before and after the
 * period, because of night shifts.
 */
async function readWork(
  db: Db,
  factoryId: number,
  processIds: readonly number[],
  { from, to }: DayPeriod,
): Promise<DoneWork[]> {
  if (processIds.length === 0) return [];
  const { rows } = await sql<DoneWork>`/* never prepared */
    select r.process_id, r.device_id, ${buildMillisecondsSql('r.started_at')} as started_at, ${buildMillisecondsSql('r.ended_at')} as ended_at,
      case when r.is_rework then 0 else coalesce(r.good, 0) end as good
    from work_report r
    where r.factory_id = ${factoryId} and r.process_id = any(${[...processIds]}::bigint[]) and r.kind <> 'receive'
      and r.phase <> 'stop' and r.reversed_at is null and r.reverses_id is null
      and r.started_at < ${addDays(to, 3)}::date and coalesce(r.ended_at, now()) >= ${addDays(from, -2)}::date`.execute(
    db,
  );
  return rows;
}

/**
 * Reads the tolerance for starts, in milliseconds. Work that starts at most this much earlier or later than planned
 * counts as started in time.
 */
export async function readToleranceMs(db: Db, factoryId: number): Promise<number> {
  const setting = await db
    .selectFrom('cycleScheduleSetting')
    .select('adherenceMinutes')
    .where('factoryId', '=', factoryId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return (setting?.adherenceMinutes ?? DEFAULT_TOLERANCE_MINUTES) * MINUTE_MS;
}

/** Groups the lines of a day by release. */
const listReleases = (rows: readonly LineRow[]): ReleasedDay[] =>
  [...groupBy(rows, ({ number }) => number).values()].map((lines) => ({
    releasedAt: lines[0]!.releasedAt,
    lines,
  }));

/**
 * Reads, for each day and group, how many lines of the released plans were started in time, and how many
 * reached the planned quantity. A line counts as soon as its day or night shift is over.
 * @param now milliseconds since 1970
 */
export async function readAdherence(
  db: Db,
  { factoryId, zone }: Pick<CurrentUser, 'factoryId' | 'zone'>,
  period: DayPeriod,
  now: number,
): Promise<AdherenceFigure[]> {
  const rows = await readReleasedLines(db, factoryId, period);
  const work = await readWork(db, factoryId, [...new Set(rows.map(({ processId }) => processId))], period);
  const toleranceMs = await readToleranceMs(db, factoryId);
  const getDayStart = (day: string) => Date.parse(localTimeToInstant(`${day}T00:00`, zone)!);
  const workByProcess = groupBy(work, ({ processId }) => processId);
  const figures: AdherenceFigure[] = [];
  for (const [day, linesOfDay] of groupBy(rows, (row) => row.day)) {
    const [dayStart, dayEnd] = [getDayStart(day), getDayStart(addDays(day, 1))];
    const endedLines = linesOfDay.filter((line) => findLineEnd(line, { dayEnd, toleranceMs }) <= now);
    const workOfDay = [...new Set(endedLines.map(({ processId }) => processId))].flatMap(
      (processId) => workByProcess.get(processId) ?? [],
    );
    const judgedLines = judgeDay({
      dayStart,
      dayEnd,
      releases: listReleases(endedLines),
      work: workOfDay,
      toleranceMs,
    });
    for (const [workGroupId, lines] of groupBy(judgedLines, (line) => line.workGroupId))
      figures.push({
        day,
        workGroupId,
        lines: lines.length,
        startedInTime: lines.filter(({ isStartedInTime }) => isStartedInTime).length,
        finished: lines.filter(({ isFinished }) => isFinished).length,
        kept: lines.filter(({ isStartedInTime, isFinished }) => isStartedInTime && isFinished).length,
      });
  }
  return figures;
}
