import { getEntity } from '#shared/entities/index.ts';
import { allowCopiedFiles } from '../../crud/attach-files.ts';
import { loadRecord } from '../../crud/read.ts';
import { getSavableFields, saveRecord } from '../../crud/save.ts';
import type { ApiRecord } from '../../crud/select.ts';
import type { Transaction } from '../../db/transaction.ts';
import {
  allowNextRevision,
  makeRevisionError,
  type EntityWithRevisions,
  type RevisionValues,
} from '../../hooks/revision.ts';
import type { Viewer } from '../../hooks/hooks.ts';

/** Copies the fields of a document that a call can save, with the fields of the rows that it owns. */
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
  await allowNextRevision(tx, entity, row.code);
  allowCopiedFiles(tx, getEntity(entity).fields, row);
  return saveRecord(tx, getEntity(entity), viewer, null, null, {
    ...copyContent(entity, row),
    editionNote: null,
  });
}
