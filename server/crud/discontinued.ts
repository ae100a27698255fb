import { makeError } from '#shared/kernel/errors.ts';
import type { FieldMap } from '#shared/kernel/fields.ts';
import type { Transaction } from '../db/transaction.ts';
import type { Draft } from '../hooks/hooks.ts';
import { collectFieldReferences, type FieldReferences } from './field-references.ts';

function collectDepartmentReferences(fields: FieldMap, values: Draft): FieldReferences[] {
  const referencesByEntity = new Map<string, FieldReferences[]>();
  collectFieldReferences(fields, values, referencesByEntity);
  return referencesByEntity.get('department') ?? [];
}

/**
 * Refuses a new reference to a discontinued department. A row that already refers to the department can still be
 * saved. The caller must have locked the referenced departments.
 * @throws departmentDiscontinued
 */
export async function refuseDiscontinuedDepartments(
  tx: Transaction,
  fields: FieldMap,
  next: Draft,
  before: Draft | null,
): Promise<void> {
  const knownIds = new Set(
    before ? collectDepartmentReferences(fields, before).flatMap(({ ids }) => ids) : [],
  );
  const newReferences = collectDepartmentReferences(fields, next).filter(({ ids }) =>
    ids.some((id) => !knownIds.has(id)),
  );
  if (newReferences.length === 0) return;
  const discontinuedDepartments = await tx.db
    .selectFrom('department')
    .select(['id', 'name'])
    .where('factoryId', '=', tx.factoryId)
    .where('id', 'in', [...new Set(newReferences.flatMap(({ ids }) => ids))])
    .where('workingStatus', '=', 'discontinued')
    .execute();
  for (const { field, ids } of newReferences) {
    const department = discontinuedDepartments.find(({ id }) => ids.includes(id) && !knownIds.has(id));
    if (department)
      throw makeError(
        'departmentDiscontinued',
        { name: department.name },
        { [field]: { reason: 'notAReference' } },
      );
  }
}
