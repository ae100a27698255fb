import { sql } from 'kysely';
import { getEntity } from '#shared/entities/index.ts';
import { makeError } from '#shared/kernel/errors.ts';
import { allowCopiedFiles } from '../../crud/attach-files.ts';
import { loadRecord } from '../../crud/read.ts';
import { getSavableFields, saveRecord } from '../../crud/save.ts';
import type { ApiRecord } from '../../crud/select.ts';
import { toSnakeCase } from '../../db/names.ts';
import type { Transaction } from '../../db/transaction.ts';
import {
  allowRevision,
  lockRevisionCode,
  makeRevisionError,
  type EntityWithRevisions,
  type RevisionValues,
} from '../../hooks/revision.ts';
import type { Viewer } from '../../hooks/hooks.ts';

/** Copies the fields of a document that can be saved, and the fields of its owned rows. */
function copyContent(entity: EntityWithRevisions, row: ApiRecord): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(getSavableFields(getEntity(entity))).map(([name, { of }]) => [
      name,
      of
        ? (row[name] as Record<string, unknown>[]).map((ownedRow) =>
            Object.fromEntries(Object.keys(of).map((column) => [column, ownedRow[column] ?? null])),
          )
        : (row[name] ?? null),
    ]),
  );
}

/**
 * Creates the next revision of a document as a draft with the same content, but without a change note. Each
 * code has at most one draft.
 * @throws rowNotFound, draftExists; editionFixed if the document is a draft; referenceMissing if the document
 * refers to a deleted row
 */
export async function createNextRevision(
  tx: Transaction,
  entity: EntityWithRevisions,
  viewer: Viewer,
  id: number,
): Promise<ApiRecord> {
  const row = (await loadRecord(tx.db, getEntity(entity), viewer, id)) as ApiRecord & RevisionValues;
  if (row.state === 'draft') throw makeRevisionError(row, 'revise');
  const { code } = row;
  await lockRevisionCode(tx, entity, code);
  const revisions = await sql<{ name: string; edition: number; state: string }>`
    select name, edition, state from ${sql.table(toSnakeCase(entity))}
    where factory_id = ${tx.factoryId} and code = ${code} and deleted_at is null`.execute(tx.db);
  const draft = revisions.rows.find((revision) => revision.state === 'draft');
  if (draft) throw makeError('draftExists', { name: draft.name, edition: draft.edition });
  allowCopiedFiles(tx, getEntity(entity).fields, row);
  allowRevision(tx, Math.max(...revisions.rows.map((revision) => revision.edition)) + 1);
  return saveRecord(tx, getEntity(entity), viewer, null, null, {
    ...copyContent(entity, row),
    editionNote: null,
  });
}
