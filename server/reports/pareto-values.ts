import { sql, type RawBuilder } from 'kysely';
import type { DayPeriod } from '#shared/rules/days.ts';
import { NAMED_PROCESS_TABLES } from '../ledger/named-process-sql.ts';
import { buildBadPiecesSql } from './bad-pieces-sql.ts';

/** The ways to group bad pieces. Each name is also the term of a choice. */
export const PARETO_GROUPINGS = [
  'errorClass',
  'errorClassGroup',
  'craft',
  'part',
  'device',
  'responsiblePeople',
  'customer',
  'supplier',
] as const;
/** The groupings that everybody in the factory may see on wall displays. */
export const PARETO_GROUPINGS_OF_WALLS = [
  'errorClass',
  'craft',
  'part',
  'device',
] as const satisfies readonly ParetoGrouping[];
export type ParetoGrouping = (typeof PARETO_GROUPINGS)[number];

interface GroupedValue {
  /** The tables to join to `bad_pieces b`, its process `p`, craft `c`, part `t` and work order `o`. */
  readonly tables: RawBuilder<unknown>;
  readonly key: RawBuilder<unknown>;
  readonly code: RawBuilder<unknown>;
  readonly name: RawBuilder<unknown>;
  /** The share of the bad pieces that belongs to the value. */
  readonly share: RawBuilder<unknown>;
}

const EMPTY_SQL = sql``;
const FULL_SHARE_SQL = sql`1`;

/** Makes a grouping whose values are rows of a table. `tables` joins this table with the alias `v`. */
const makeRowValue = (tables: RawBuilder<unknown>, name: 'v.name' | 'v.short_name'): GroupedValue => ({
  tables,
  key: sql`v.id::text`,
  code: sql`v.code`,
  name: sql.ref(name),
  share: FULL_SHARE_SQL,
});

/**
 * For each grouping, the value to which bad pieces belong. Reported pieces are divided among the people of
 * the report. The pieces of an exception are divided among the people who are responsible for it. Only
 * exceptions can belong to a supplier.
 */
const GROUPED_VALUES: Readonly<Record<Exclude<ParetoGrouping, 'errorClassGroup'>, GroupedValue>> = {
  errorClass: makeRowValue(
    sql`left join classification v on v.factory_id = p.factory_id and v.id = b.error_class_id`,
    'v.name',
  ),
  craft: {
    tables: EMPTY_SQL,
    key: sql`c.id::text`,
    code: sql`c.code`,
    name: sql`c.name`,
    share: FULL_SHARE_SQL,
  },
  part: {
    tables: EMPTY_SQL,
    key: sql`t.code`,
    code: sql`t.code`,
    name: sql`t.name`,
    share: FULL_SHARE_SQL,
  },
  device: makeRowValue(
    sql`left join device v on v.factory_id = p.factory_id and v.id = b.device_id`,
    'v.name',
  ),
  customer: makeRowValue(
    sql`left join customer v on v.factory_id = o.factory_id and v.id = o.customer_id`,
    'v.short_name',
  ),
  responsiblePeople: {
    tables: sql`left join lateral (
        select n.employee_id, null::text as person_name,
          (n.scrap + n.rework) / nullif(sum(n.scrap + n.rework) over (), 0) as share
        from work_report_person_snapshot n
        where b.exception_id is null and n.factory_id = p.factory_id and n.report_id = b.report_id
        union all
        select r.employee_id, concat_ws(' ', s.short_name, r.name), r.ratio / 100
        from quality_responsible r
          left join supplier s on s.factory_id = r.factory_id and s.id = r.supplier_id
        where r.factory_id = p.factory_id and r.exception_id = b.exception_id
      ) w on true
      left join employee v on v.factory_id = p.factory_id and v.id = w.employee_id`,
    key: sql`coalesce(v.id::text, w.person_name)`,
    code: sql`v.code`,
    name: sql`coalesce(v.name, w.person_name)`,
    share: sql`coalesce(w.share, 1)`,
  },
  supplier: {
    ...makeRowValue(
      sql`join quality_responsible r on r.factory_id = p.factory_id and r.exception_id = b.exception_id
        join supplier v on v.factory_id = r.factory_id and v.id = r.supplier_id`,
      'v.short_name',
    ),
    share: sql`r.ratio / 100`,
  },
};

/**
 * Makes the grouping by groups of error classes, which form a tree. Without `underClassId`, each class at
 * the top is a value, and contains all classes below it. With `underClassId`, each class directly below
 * this class is a value, and contains all classes below it; pieces that belong directly to `underClassId`
 * are one more value.
 * @param underClassId the class whose lower classes are the values; null for the classes at the top
 */
function makeClassGroupValue(factoryId: number, underClassId: number | null): GroupedValue {
  const join = underClassId === null ? sql`left join` : sql`join`;
  return makeRowValue(
    sql`${join} (
        with recursive grouped as (
          select c.id, c.id as group_id from classification c
          where c.factory_id = ${factoryId} and c.class_id = 'errorClass'
            and (c.parent_id is not distinct from ${underClassId}::bigint or c.id = ${underClassId}::bigint)
          union all
          select c.id, g.group_id from classification c
            join grouped g on c.factory_id = ${factoryId} and c.parent_id = g.id and g.id is distinct from ${underClassId}::bigint
        ) select id, group_id from grouped
      ) g on g.id = b.error_class_id
      left join classification v on v.factory_id = p.factory_id and v.id = g.group_id`,
    'v.name',
  );
}

/**
 * Builds the common table expression `pareto`: the bad pieces of a period by value. `key` is null for the pieces whose
 * value is not known.
 * @param underClassId for groups of error classes, the class whose lower classes are counted; null for the top
 */
export function buildParetoSql(
  factoryId: number,
  zone: string,
  period: DayPeriod,
  grouping: ParetoGrouping,
  underClassId: number | null = null,
): RawBuilder<unknown> {
  const { tables, key, code, name, share } =
    grouping === 'errorClassGroup' ? makeClassGroupValue(factoryId, underClassId) : GROUPED_VALUES[grouping];
  return sql`${buildBadPiecesSql(factoryId, zone, period)}, valued as (
      select ${key} as key, ${code} as code, ${name} as name, b.exception_id, b.reported * ${share} as reported,
        b.held * ${share} as held, b.loss * ${share} as loss
      from bad_pieces b
        join process p on p.factory_id = ${factoryId} and p.id = b.process_id
        ${NAMED_PROCESS_TABLES}
        ${tables}
    ), pareto as (
      select key, max(code) as code, max(name) as name, count(distinct exception_id)::integer as exception_count,
        sum(reported) as reported, sum(held) as held, sum(reported + held) as bad, sum(loss) as loss
      from valued group by key
    )`;
}
