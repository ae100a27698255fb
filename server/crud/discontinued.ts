import { makeError } from '#shared/kernel/errors.ts';
import type { FieldMap } from '#shared/kernel/fields.ts';
import type { Work } from '../db/work.ts';
import type { Draft } from '../hooks/hooks.ts';
import { collectFieldReferences, type FieldReferences } from './field-references.ts';

function collectDepartmentReferences(fields: FieldMap, values: Draft): FieldReferences[] {
  const found = new Map<string, FieldReferences[]>();
  collectFieldReferences(fields, values, found);
  return found.get('department') ?? [];
}

/**
 * Refuses a new reference to a discontinued department. A row that already refers to the department can still be
 * saved. The caller must have locked the referenced departments.
 * @throws departmentDiscontinued
 */
export async function refuseDiscontinuedDepartments(
  work: Work,
  fields: FieldMap,
  next: Draft,
  before: Draft | null,
): Promise<void> {
  const known = new Set(before ? collectDepartmentReferences(fields, before).flatMap(({ ids }) => ids) : []);
  const fresh = collectDepartmentReferences(fields, next).filter(({ ids }) =>
    ids.some((id) => !known.has(id)),
  );
  if (fresh.length === 0) return;
  const discontinued = await work.db
    .selectFrom('department')
    .select(['id', 'name'])
    .where('factoryId', '=', work.factoryId)
    .where('id', 'in', [...new Set(fresh.flatMap(({ ids }) => ids))])
    .where('workingStatus', '=', 'discontinued')
    .execute();
  for (const { field, ids } of fresh) {
    const found = discontinued.find(({ id }) => ids.includes(id) && !known.has(id));
    if (found)
      throw makeError(
        'departmentDiscontinued',
        { name: found.name },
        { [field]: { reason: 'notAReference' } },
      );
  }
}
