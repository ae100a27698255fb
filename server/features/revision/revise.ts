import { sql } from 'kysely';
import { entityOf } from '#shared/entities/index.ts';
import { fail } from '#shared/kernel/errors.ts';
import { get } from '../../crud/read.ts';
import { savableFields, save } from '../../crud/save.ts';
import type { AnyRecord } from '../../crud/select.ts';
import { snake } from '../../db/names.ts';
import type { Work } from '../../db/work.ts';
import { allowRevision, lockCode, refuseRevision, type Revised, type Edition } from '../../hooks/revision.ts';
import type { Viewer } from '../../hooks/hooks.ts';

/** Copies the fields of a document that can be saved, and those of its owned rows. */
function copyContent(entity: Revised, row: AnyRecord): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(savableFields(entityOf(entity))).map(([name, { of }]) => [
      name,
      of
        ? (row[name] as Record<string, unknown>[]).map((line) =>
            Object.fromEntries(Object.keys(of).map((column) => [column, line[column] ?? null])),
          )
        : (row[name] ?? null),
    ]),
  );
}

/**
 * Creates the next revision of a document as a draft with the same content. Each code has at most
 * one draft.
 * @throws rowNotFound, draftExists; editionFixed if the document is a draft; referenceMissing if
 * the document refers to a deleted row
 */
export async function revise(work: Work, entity: Revised, viewer: Viewer, id: number): Promise<AnyRecord> {
  const row = (await get(work.db, entityOf(entity), viewer, id)) as AnyRecord & Edition;
  if (row.state === 'draft') throw refuseRevision(row, 'revise');
  const { code } = row;
  await lockCode(work, entity, code);
  const revisions = await sql<{ name: string; edition: number; state: string }>`
    select name, edition, state from ${sql.table(snake(entity))}
    where factory_id = ${work.factoryId} and code = ${code} and deleted_at is null`.execute(work.db);
  const draft = revisions.rows.find((one) => one.state === 'draft');
  if (draft) throw fail('draftExists', { name: draft.name, edition: draft.edition });
  allowRevision(work, Math.max(...revisions.rows.map((one) => one.edition)) + 1);
  return save(work, entityOf(entity), viewer, null, null, { ...copyContent(entity, row), editionNote: null });
}
