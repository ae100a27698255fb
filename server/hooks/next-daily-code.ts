import { sql } from 'kysely';
import { toSnakeCase } from '../db/names.ts';
import type { Transaction } from '../db/transaction.ts';

/**
 * Makes the next code of the current day in the factory, for example A261121-07. The caller must hold a lock, so that
 * no other transaction makes the same code.
 * @param entity an entity with the fields `code` and `raisedAt`
 * @param letter the first character of the codes of the entity
 */
export async function makeNextDailyCode(
  tx: Transaction,
  zone: string,
  entity: 'abnormalCall' | 'correctiveAction' | 'gaugeStudy' | 'inspection' | 'qualityException',
  letter: string,
): Promise<string> {
  const prefixResult = await sql<{ prefix: string }>`
    select ${letter}::text || to_char(${tx.now}::timestamptz at time zone ${zone}, 'YYMMDD') as prefix`.execute(
    tx.db,
  );
  const prefix = prefixResult.rows[0]!.prefix;
  const lastResult = await sql<{ last: number }>`
    select coalesce(max(split_part(code, '-', 2)::integer), 0) as last from ${sql.table(toSnakeCase(entity))}
    where factory_id = ${tx.factoryId} and raised_at > ${tx.now}::timestamptz - interval '2 days'
      and split_part(code, '-', 1) = ${prefix}`.execute(tx.db);
  return `${prefix}-${String(lastResult.rows[0]!.last + 1).padStart(2, '0')}`;
}
