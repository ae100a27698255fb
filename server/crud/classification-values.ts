import { fail } from '#shared/kernel/errors.ts';
import type { FieldProblems } from '#shared/kernel/validate.ts';
import type { FieldMap } from '#shared/kernel/fields.ts';
import { findClassificationClass, type ClassificationClass } from '#shared/entities/classification-ref.ts';
import type { Work } from '../db/work.ts';
import type { Draft } from '../hooks/hooks.ts';

const classIdsByTransaction = new WeakMap<Work, Map<number, string>>();

/**
 * Refuses a value whose classification belongs to another class than the field requires. For
 * example, a region is not an order type.
 * @throws fieldsInvalid, with a problem for each wrong field
 */
export async function refuseWrongClassifications(
  work: Work,
  declared: FieldMap,
  values: Draft,
): Promise<void> {
  const fields: [name: string, classId: ClassificationClass][] = [];
  for (const [name, field] of Object.entries(declared)) {
    const classId = findClassificationClass(field);
    if (classId && typeof values[name] === 'number') fields.push([name, classId]);
  }
  if (fields.length === 0) return;
  const known = classIdsByTransaction.get(work) ?? new Map<number, string>();
  classIdsByTransaction.set(work, known);
  const unknown = fields.map(([name]) => values[name] as number).filter((id) => !known.has(id));
  if (unknown.length > 0) {
    const rows = await work.db
      .selectFrom('classification')
      .select(['id', 'classId'])
      .where('factoryId', '=', work.factoryId)
      .where('id', 'in', unknown)
      .execute();
    for (const { id, classId } of rows) known.set(id, classId);
  }
  const problems: FieldProblems = {};
  for (const [name, classId] of fields) {
    const found = known.get(values[name] as number);
    // The function `lockReferences` refuses ids of classifications that do not exist.
    if (found !== undefined && found !== classId) problems[name] = { reason: 'notAReference' };
  }
  if (Object.keys(problems).length > 0) throw fail('fieldsInvalid', {}, problems);
}
