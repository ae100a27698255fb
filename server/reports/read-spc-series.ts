import { sql } from 'kysely';
import type { DayPeriod } from '#shared/rules/days.ts';
import {
  MAX_SPC_VALUES,
  type FrozenLimits,
  type SpcSample,
  type SpcSeries,
  type SpcSubject,
} from '#shared/quality/spc.ts';
import type { Db } from '../db/database.ts';

type Tolerance = Pick<SpcSeries, 'unit' | 'nominal' | 'lowerLimit' | 'upperLimit'>;

const NO_TOLERANCE: Tolerance = { unit: null, nominal: null, lowerLimit: null, upperLimit: null };

/** Builds the SQL condition that an instant is within a period of days, in a time zone. */
const buildWithinPeriodSql = (column: string, { from, to }: DayPeriod, zone: string) => sql<boolean>`
  ${sql.ref(column)} >= ${from}::timestamp at time zone ${zone}
  and ${sql.ref(column)} < (${to}::date + 1)::timestamp at time zone ${zone}`;

/**
 * Reads the samples of one characteristic from its newest values, which are one range of an index. PostgreSQL
 * groups the values to samples, because transferring a row for each value would take most of the time. A
 * piece with a value that is not acceptable is bad. If there are more than `maxValues` values, the oldest
 * sample is left out, because some of its values may be missing.
 */
async function readSamples(
  db: Db,
  factoryId: number,
  zone: string,
  { partCode, craftId, deviceId, characteristic }: SpcSubject,
  period: DayPeriod,
  maxValues: number,
): Promise<Pick<SpcSeries, 'samples' | 'isCut'>> {
  const { rows } = await sql<SpcSample>`
    with newest as (
      select v.inspection_id, v.at, v.sample_number, v.value, v.is_ok
      from inspection_value v
        join inspection i on i.factory_id = v.factory_id and i.id = v.inspection_id and i.state <> 'inspectionCancelled'
      where v.factory_id = ${factoryId} and v.part_code = ${partCode} and v.characteristic = ${characteristic}
        and ${buildWithinPeriodSql('v.at', period, zone)}
        and (${craftId}::bigint is null or v.craft_id = ${craftId})
        and (${deviceId}::bigint is null or v.device_id = ${deviceId})
      order by v.at desc, v.inspection_id desc, v.sample_number desc limit ${maxValues + 1}
    )
    select inspection_id, min(at) as at, count(*)::integer as size,
      to_json(coalesce(array_agg(value order by at, sample_number) filter (where value is not null), '{}')) as values,
      count(*) filter (where not is_ok)::integer as bad, count(*) filter (where not is_ok)::integer as defects
    from newest group by inspection_id order by min(at), inspection_id`.execute(db);
  const isCut = rows.reduce((sum, { size }) => sum + size, 0) > maxValues;
  return { samples: isCut && rows.length > 1 ? rows.slice(1) : rows, isCut };
}

/** Reads the tolerance that was stored with the newest value of a characteristic. */
async function readTolerance(
  db: Db,
  factoryId: number,
  { partCode, craftId, characteristic }: SpcSubject,
): Promise<Tolerance> {
  const { rows } = await sql<Tolerance>`
    select unit, nominal, lower_limit, upper_limit from inspection_value
    where factory_id = ${factoryId} and part_code = ${partCode} and characteristic = ${characteristic}
      and (${craftId}::bigint is null or craft_id = ${craftId})
    order by at desc limit 1`.execute(db);
  return rows[0] ?? NO_TOLERANCE;
}

/** Reads the results of concluded inspections, for all characteristics together. */
async function readConcluded(
  db: Db,
  factoryId: number,
  zone: string,
  { partCode, craftId, deviceId }: SpcSubject,
  period: DayPeriod,
  maxSamples: number,
): Promise<SpcSample[]> {
  const { rows } = await sql<Omit<SpcSample, 'values'>>`
    select i.id as inspection_id, i.raised_at as at, i.sample_count as size, i.bad_count as bad,
      (select count(*) from inspection_value v
        where v.factory_id = i.factory_id and v.inspection_id = i.id and not v.is_ok)::integer as defects
    from inspection i join process p on p.factory_id = i.factory_id and p.id = i.process_id
    where i.factory_id = ${factoryId} and i.part_code = ${partCode} and i.deleted_at is null
      and i.state in ('inspectionPassed', 'inspectionFailed', 'inspectionReleased')
      and ${buildWithinPeriodSql('i.raised_at', period, zone)}
      and (${craftId}::bigint is null or p.craft_id = ${craftId})
      and (${deviceId}::bigint is null or i.device_id = ${deviceId})
    order by i.raised_at desc, i.id desc limit ${maxSamples + 1}`.execute(db);
  return rows.map((row) => ({ ...row, values: [] }));
}

/** Reads the limits of a subject that are frozen now. */
async function readFrozenLimits(
  db: Db,
  factoryId: number,
  { partCode, craftId, characteristic, deviceId }: SpcSubject,
): Promise<FrozenLimits[]> {
  const { rows } = await sql<FrozenLimits>`
    select id, chart, center, sigma, sample_count, from_day, to_day, frozen_at, frozen_by from control_limit
    where factory_id = ${factoryId} and part_code = ${partCode} and released_at is null
      and craft_id is not distinct from ${craftId}::bigint
      and characteristic is not distinct from ${characteristic}::text
      and device_id is not distinct from ${deviceId}::bigint`.execute(db);
  return rows;
}

/**
 * Reads the samples of a characteristic in a period, the oldest first. Without a characteristic it reads
 * the bad pieces and the defects of whole inspections. Cancelled inspections are left out.
 * @param maxValues the maximum number of values, or of inspections, that are read. The newest ones of the
 * period are read
 */
export async function readSpcSeries(
  db: Db,
  { factoryId, zone }: { factoryId: number; zone: string },
  subject: SpcSubject,
  period: DayPeriod,
  maxValues = MAX_SPC_VALUES,
): Promise<SpcSeries> {
  const frozen = await readFrozenLimits(db, factoryId, subject);
  if (subject.characteristic === null) {
    const concluded = await readConcluded(db, factoryId, zone, subject, period, maxValues);
    const samples = concluded.slice(0, maxValues).reverse();
    return { ...NO_TOLERANCE, samples, isCut: concluded.length > maxValues, frozen };
  }
  return {
    ...(await readTolerance(db, factoryId, subject)),
    ...(await readSamples(db, factoryId, zone, subject, period, maxValues)),
    frozen,
  };
}
