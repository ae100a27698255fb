import { makeError } from '#shared/kernel/errors.ts';
import type { FieldProblems } from '#shared/kernel/validate.ts';
import type { FieldMap } from '#shared/kernel/fields.ts';
import { findClassificationClass, type ClassificationClass } from '#shared/entities/classification-ref.ts';
import type { Transaction } from '../db/transaction.ts';
import type { Draft } from '../hooks/hooks.ts';

const classIdsByTransaction = new WeakMap<Transaction, Map<number, string>>();

/**
 * A value that refers to a classification. If the value is in a line, its `name` looks like
 * `lines[2].column`.
 */
interface ClassificationValue {
  name: string;
  id: number;
  classId: ClassificationClass;
}

function listClassificationValues(
  declaredFields: FieldMap,
  values: Draft,
  prefix = '',
): ClassificationValue[] {
  return Object.entries(declaredFields).flatMap(([name, field]): ClassificationValue[] => {
    const value = values[name];
    if (field.of && Array.isArray(value))
      return value.flatMap((line: Draft, index) =>
        listClassificationValues(field.of!, line, `${prefix}${name}[${index}].`),
      );
    const classId = findClassificationClass(field);
    return classId && typeof value === 'number' ? [{ name: prefix + name, id: value, classId }] : [];
  });
}

/**
 * Refuses values that refer to a classification of another class than the field requires, for example to a
 * region where an order type is required.
 * @throws fieldsInvalid, with a problem for each wrong field
 */
export async function refuseWrongClassifications(
  tx: Transaction,
  declaredFields: FieldMap,
  values: Draft,
): Promise<void> {
  const classificationValues = listClassificationValues(declaredFields, values);
  if (classificationValues.length === 0) return;
  const classIdsByValueId = classIdsByTransaction.get(tx) ?? new Map<number, string>();
  classIdsByTransaction.set(tx, classIdsByValueId);
  const unknownIds = classificationValues.map(({ id }) => id).filter((id) => !classIdsByValueId.has(id));
  if (unknownIds.length > 0) {
    const rows = await tx.db
      .selectFrom('classification')
      .select(['id', 'classId'])
      .where('factoryId', '=', tx.factoryId)
      .where('id', 'in', unknownIds)
      .execute();
    for (const { id, classId } of rows) classIdsByValueId.set(id, classId);
  }
  const problems: FieldProblems = {};
  for (const { name, id, classId } of classificationValues) {
    const valueClassId = classIdsByValueId.get(id);
    // The function `lockReferencedRows` refuses ids of classifications that do not exist.
    if (valueClassId !== undefined && valueClassId !== classId) problems[name] = { reason: 'notAReference' };
  }
  if (Object.keys(problems).length > 0) throw makeError('fieldsInvalid', {}, problems);
}
