import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import type { FieldMap } from '#shared/kernel/fields.ts';
import { makeReferenceMissingError } from '../call/field-refusals.ts';
import type { Transaction } from '../db/transaction.ts';
import { collectFieldReferences, type FieldReferences } from './field-references.ts';

type ValuesByField = Record<string, unknown>;

/** The new and stored values of a row before it is written; `before` is null for a new row. */
interface RowValuesChange {
  next: ValuesByField;
  before: ValuesByField | null;
}

const copiedFileIdsByTransaction = new WeakMap<Transaction, ReadonlySet<number>>();

function listFileReferences(fields: FieldMap, values: ValuesByField | null): FieldReferences[] {
  const referencesByEntity = new Map<string, FieldReferences[]>();
  if (values) collectFieldReferences(fields, values, referencesByEntity);
  return referencesByEntity.get('storedFile') ?? [];
}

const listFileIds = (fields: FieldMap, values: ValuesByField | null): number[] =>
  listFileReferences(fields, values).flatMap(({ ids }) => ids);

/**
 * Allows a transaction to attach the files of some rows to copies of these rows, even if another account has
 * uploaded the files.
 */
export const allowCopiedFiles = (tx: Transaction, fields: FieldMap, ...rows: readonly object[]): void =>
  void copiedFileIdsByTransaction.set(
    tx,
    new Set(rows.flatMap((row) => listFileIds(fields, row as ValuesByField))),
  );

/**
 * Marks files as attached if rows newly refer to them. An account can attach only files that it has uploaded,
 * and files that `allowCopiedFiles` allows. Other files are refused like files that do not exist.
 * @throws referenceMissing
 */
export async function attachFiles(
  tx: Transaction,
  fields: FieldMap,
  rows: readonly RowValuesChange[],
): Promise<void> {
  const copiedFileIds = copiedFileIdsByTransaction.get(tx) ?? new Set();
  const addedReferences = rows.flatMap(({ next, before }) => {
    const earlierFileIds = new Set(listFileIds(fields, before));
    return listFileReferences(fields, next).filter(({ ids }) =>
      ids.some((id) => !earlierFileIds.has(id) && !copiedFileIds.has(id)),
    );
  });
  if (addedReferences.length === 0) return;
  const ids = addedReferences.flatMap((reference) => reference.ids);
  // The server itself has no account, and may attach every file of the factory.
  const result = await sql<{ id: number }>`
    with own as (select id from stored_file where factory_id = ${tx.factoryId} and id = any(${ids}::bigint[])
      and (account_id = ${tx.accountId} or ${tx.accountId}::bigint is null) order by id for no key update)
    update stored_file f set attached_at = coalesce(f.attached_at, now()) from own
    where f.factory_id = ${tx.factoryId} and f.id = own.id returning f.id`.execute(tx.db);
  const attachedIds = new Set(result.rows.map((row) => row.id));
  const refusedReference = addedReferences.find((reference) =>
    reference.ids.some((id) => !attachedIds.has(id)),
  );
  if (refusedReference) throw makeReferenceMissingError(refusedReference.field, refusedReference.label);
}

/**
 * Refuses a file that is not an image. The upload has detected the media type of the file.
 * @param field the name of the field that refers to the file
 * @throws fileType
 */
export async function refuseNonImage(tx: Transaction, field: string, fileId: number): Promise<void> {
  const file = await tx.db
    .selectFrom('storedFile')
    .select('mediaType')
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', fileId)
    .executeTakeFirstOrThrow();
  if (!file.mediaType.startsWith('image/'))
    throw makeError('fileType', {}, { [field]: { reason: 'notAReference' } });
}
