import { sql } from 'kysely';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { makeError } from '#shared/kernel/errors.ts';
import { getFieldLabel } from '#shared/kernel/fields.ts';
import { replaceLookAlikes } from '#shared/rules/look-alikes.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import { toSnakeCase } from '../db/names.ts';
import type { Transaction } from '../db/transaction.ts';
import type { Draft } from '../hooks/hooks.ts';

/** A row that is about to be written; `id` and `before` are null for a new row. */
interface RowToCheck {
  id: number | null;
  next: Draft;
  before: Draft | null;
}

/**
 * Finds the codes of undeleted rows that have one of the given skeletons. A skeleton is a code whose
 * look-alikes are replaced by ASCII characters. A code in ASCII is its own skeleton, so the index
 * of skeletons in the database contains only codes with other characters.
 */
async function findCodesBySkeleton(
  tx: Transaction,
  entity: EntityDeclaration,
  name: string,
  skeletons: readonly string[],
): Promise<{ id: number; code: string }[]> {
  const column = sql.ref(toSnakeCase(name));
  const fromClause = sql`from ${sql.table(toSnakeCase(entity.name))}
    where factory_id = ${tx.factoryId} and deleted_at is null`;
  const result = await sql<{ id: number; code: string }>`
    select id, ${column} as code ${fromClause} and ${column} = any(${skeletons}::text[])
    union all
    select id, ${column} as code ${fromClause} and octet_length(${column}) > char_length(${column})
      and code_skeleton(${column}) = any(${skeletons}::text[])`.execute(tx.db);
  return result.rows;
}

/**
 * Refuses a new code that looks like the code of another row but has other characters, for example a Cyrillic
 * letter. All unique text fields count as codes.
 * @throws codeLooksAlike
 */
export async function refuseLookAlikes(
  tx: Transaction,
  entity: EntityDeclaration,
  rows: readonly RowToCheck[],
): Promise<void> {
  for (const [name, field] of Object.entries(entity.fields)) {
    if (field.kind !== 'text' || !field.unique) continue;
    const changedCodes = rows.flatMap(({ id, next, before }) => {
      const code = next[name];
      return typeof code === 'string' && code !== before?.[name]
        ? [{ id, code, skeleton: replaceLookAlikes(code) }]
        : [];
    });
    if (changedCodes.length === 0) continue;
    const skeletons = [...new Set(changedCodes.map(({ skeleton }) => skeleton))];
    const knownCodes = await findCodesBySkeleton(tx, entity, name, skeletons);
    const rowsBySkeleton = new Map<string, { id: number | null; code: string }[]>();
    for (const row of [...knownCodes, ...changedCodes]) {
      const skeleton = replaceLookAlikes(row.code);
      rowsBySkeleton.set(skeleton, [...(rowsBySkeleton.get(skeleton) ?? []), row]);
    }
    for (const { id, code, skeleton } of changedCodes) {
      const similarRow = rowsBySkeleton
        .get(skeleton)!
        .find((row) => row.code !== code && (id === null || row.id !== id));
      if (!similarRow) continue;
      throw makeError(
        'codeLooksAlike',
        { field: markAsTerm(getFieldLabel(name, field)), value: code, other: similarRow.code },
        { [name]: { reason: 'repeated' } },
      );
    }
  }
}
