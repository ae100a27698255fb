import { sql, type RawBuilder } from 'kysely';
import type { PenaltyKind } from '#shared/quality/penalty.ts';
import type { DayPeriod } from '#shared/rules/days.ts';

/** The kinds of bad pieces, and the bucket of the ledger in which they are. */
const BUCKETS_BY_KIND = { scrap: 'scrap', rework: 'reworkOpen', concession: 'concession' } as const;

/** The columns of `figures` in their order, without the columns for the day and the department. */
const FIGURES = [
  'produced',
  'scrap',
  'rework',
  'concession',
  'defective',
  'raised',
  'finished',
  'open_at_end',
  'lost_hours',
  'lost_material_cost',
  'lost_manufacturing_cost',
  'penalty',
  'reward',
] as const;
type Figure = (typeof FIGURES)[number];

const buildFigures = (values: Partial<Record<Figure, RawBuilder<unknown>>>): RawBuilder<unknown> =>
  sql.join(FIGURES.map((figure) => sql`${values[figure] ?? sql`0`}::numeric`));

/** The figures of a row in which every figure is 0. The caller adds the day and the department. */
export const NO_FIGURES_SQL = buildFigures({});

/** Builds the net quantity that the ledger entry `l` moves into the bucket of a kind of bad pieces. */
const buildNetQuantity = (kind: keyof typeof BUCKETS_BY_KIND): RawBuilder<unknown> => {
  const bucket = BUCKETS_BY_KIND[kind];
  return sql`l.quantity * ((l.to_account = ${bucket})::integer - (l.from_account = ${bucket})::integer)`;
};

/** Builds a sum in percent of the produced pieces. */
const buildRatio = (sum: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`round(100.0 * (${sum}) / nullif(sum(produced), 0), 1)`;

/**
 * Builds the sum of the penalties or rewards of the exception `x`, without the refused ones. Null if there are none.
 */
export const buildPenaltySum = (kind: PenaltyKind): RawBuilder<unknown> =>
  sql`(select sum(n.amount) from quality_penalty n where n.factory_id = x.factory_id and n.exception_id = x.id
    and n.kind = ${sql.lit(kind)} and n.state <> 'penaltyRefused' and n.deleted_at is null)`;

/** The columns of `BadPieceRow`, as sums of `figures`. */
export const BAD_PIECE_SUMS_SQL = sql`sum(produced) as produced, sum(scrap) as scrap, sum(rework) as rework,
  sum(concession) as concession, ${buildRatio(sql`sum(scrap)`)} as scrap_ratio,
  ${buildRatio(sql`sum(rework)`)} as rework_ratio, ${buildRatio(sql`sum(produced) - sum(defective)`)} as first_pass_yield`;

/**
 * Builds the common table expressions `exceptions` and `figures`. The figures of a day and a department are the sums of
 * their rows in `figures`. Each row comes from one report, one movement of held pieces, or one event of an exception.
 *
 * - Reported pieces, produced and bad, belong to the work day of their report, and to the department in the snapshot of
 *   the report. Rework produces nothing, because its pieces were already produced.
 * - Pieces that an exception moves belong to the calendar day of the movement. When pieces are put on hold, the
 *   department that reported them has fewer bad pieces. When the remedies move them, the responsible department has
 *   more. A piece therefore counts once, however often it is held.
 * - A defective piece was scrapped, sent to rework or conceded when it was first produced. Bad pieces of rework do not
 *   count again.
 * - The losses, penalties and rewards of an exception belong to the day on which it is finished.
 * - `open_at_end` counts the exceptions that are open at the end of each of the given days.
 *
 * @param closingDays the days at whose end open exceptions are counted
 */
export function buildQualityFiguresSql(
  factoryId: number,
  zone: string,
  { from, to }: DayPeriod,
  closingDays: readonly string[],
): RawBuilder<unknown> {
  const periodStart = sql`${from}::timestamp at time zone ${zone}`;
  const periodEnd = sql`(${to}::date + 1)::timestamp at time zone ${zone}`;
  const toDay = (moment: RawBuilder<unknown>) => sql`(${moment} at time zone ${zone})::date`;
  const defectiveQuantity = sql`${buildNetQuantity('scrap')} + ${buildNetQuantity('rework')} + ${buildNetQuantity('concession')}`;
  return sql`exceptions as materialized (
      select x.factory_id, x.id, x.state, x.raised_at, x.finished_at, coalesce(x.finished_at, x.cancelled_at) as closed_at,
        coalesce(kept.department_id, holders.department_id) as held_department_id,
        blamed.department_id as department_id
      from quality_exception x
        join process h on h.factory_id = x.factory_id and h.id = x.process_id
        join process b on b.factory_id = x.factory_id and b.id = coalesce(x.responsible_process_id, x.process_id)
        left join work_group holders on holders.factory_id = h.factory_id and holders.id = h.work_group_id
        left join work_group blamed on blamed.factory_id = b.factory_id and blamed.id = b.work_group_id
        left join work_report_snapshot kept on kept.factory_id = x.factory_id and kept.report_id = x.report_id
      where x.factory_id = ${factoryId} and x.deleted_at is null and x.raised_at < ${periodEnd}
        and coalesce(x.finished_at, x.cancelled_at, 'infinity') >= ${periodStart}
    ), figures (day, department_id, ${sql.join(FIGURES.map((figure) => sql.ref(figure)))}) as (
      select s.day, s.department_id, ${buildFigures({
        produced: sql`case when r.is_rework then 0 else s.good + s.scrap + s.rework + s.hold end`,
        scrap: sql`s.scrap`,
        rework: sql`case when r.is_rework then 0 else s.rework end`,
        defective: sql`case when r.is_rework then 0 else s.scrap + s.rework end`,
      })}
      from work_report_snapshot s
        join work_report r on r.factory_id = s.factory_id and r.id = s.report_id
      where s.factory_id = ${factoryId} and s.day between ${from}::date and ${to}::date and r.process_id is not null
        and r.reversed_at is null and r.reverses_id is null
      union all
      select ${toDay(sql`l.at`)},
        case when l.from_account = 'hold' and x.state <> 'cancelled' then x.department_id else x.held_department_id end,
        ${buildFigures({
          scrap: buildNetQuantity('scrap'),
          rework: buildNetQuantity('rework'),
          concession: buildNetQuantity('concession'),
          defective: defectiveQuantity,
        })}
      from exceptions x
        join ledger_entry l on l.factory_id = x.factory_id and l.exception_id = x.id
      where l.at >= ${periodStart} and l.at < ${periodEnd}
      union all
      select ${toDay(sql`x.raised_at`)}, x.department_id, ${buildFigures({ raised: sql`1` })}
      from exceptions x where x.raised_at >= ${periodStart}
      union all
      select ${toDay(sql`x.finished_at`)}, x.department_id, ${buildFigures({
        finished: sql`1`,
        lost_hours: sql`l.lost_hours`,
        lost_material_cost: sql`l.lost_material_cost`,
        lost_manufacturing_cost: sql`l.lost_manufacturing_cost`,
        penalty: sql`coalesce(${buildPenaltySum('penalty')}, 0)`,
        reward: sql`coalesce(${buildPenaltySum('reward')}, 0)`,
      })}
      from exceptions x
        join quality_loss l on l.factory_id = x.factory_id and l.exception_id = x.id
      where x.finished_at >= ${periodStart} and x.finished_at < ${periodEnd}
      union all
      select e.day, x.department_id, ${buildFigures({ open_at_end: sql`1` })}
      from unnest(${[...closingDays]}::date[]) e (day)
        join exceptions x on x.raised_at < (e.day + 1)::timestamp at time zone ${zone}
          and coalesce(x.closed_at, 'infinity') >= (e.day + 1)::timestamp at time zone ${zone}
    )`;
}
