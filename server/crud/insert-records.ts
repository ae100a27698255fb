import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { Transaction } from '../db/transaction.ts';
import type { Draft } from '../hooks/hooks.ts';
import { refuseLookAlikes } from './look-alikes.ts';
import { lockReferencedRows } from './references.ts';
import {
  lockUsedCustomColumns,
  pickDeclaredValues,
  prepareRow,
  runForRow,
  writePreparedRows,
  type PreparedRow,
} from './save.ts';

/**
 * Inserts child rows in a few statements. Their parent rows must have been inserted in the same transaction.
 * This function does not call the hooks of the entity. The caller must do the work of the hooks itself, once
 * for all rows.
 * @param completeValues fills in missing values
 * @returns the ids of the rows, in order
 * @throws fieldsInvalid, referenceMissing, codeLooksAlike, and errors of database constraints
 */
export async function insertRecords(
  tx: Transaction,
  entity: EntityDeclaration,
  givenRows: readonly Draft[],
  completeValues: (next: Draft) => void = () => undefined,
): Promise<number[]> {
  const changes = givenRows.map((givenValues) => ({
    id: null,
    version: null,
    givenValues,
    isImport: true as const,
  }));
  const customColumns = await lockUsedCustomColumns(tx, entity, changes);
  const rows: PreparedRow[] = [];
  for (const [index, change] of changes.entries())
    rows.push(
      await runForRow(index, () => prepareRow(tx, entity, change, null, customColumns, completeValues)),
    );
  await lockReferencedRows(tx, entity.fields, ...rows.map(({ next }) => next));
  await refuseLookAlikes(tx, entity, rows);
  const ids = await writePreparedRows(tx, entity, rows);
  for (const [index, id] of ids.entries())
    tx.log({
      entity: entity.name,
      id,
      action: 'add',
      before: null,
      after: pickDeclaredValues(entity, rows[index]!.next),
    });
  tx.announce(entity.topic ?? 'setting', entity.name, ids);
  await tx.settle();
  return ids;
}
