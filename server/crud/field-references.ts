import { getFieldLabel, type FieldMap } from '#shared/kernel/fields.ts';
import type { TermKey } from '#shared/terms/index.ts';

/** The ids of the rows to which one field of a record refers. */
export interface FieldReferences {
  field: string;
  label: TermKey;
  ids: number[];
}

/**
 * Adds the references in the values of a record to `referencesByEntity`. References to files have
 * the key `storedFile`.
 */
export function collectFieldReferences(
  fields: FieldMap,
  values: Record<string, unknown>,
  referencesByEntity: Map<string, FieldReferences[]>,
  prefix = '',
): void {
  const addReference = (entityName: string, reference: FieldReferences) => {
    const existing = referencesByEntity.get(entityName);
    if (existing) existing.push(reference);
    else referencesByEntity.set(entityName, [reference]);
  };
  for (const [name, field] of Object.entries(fields)) {
    const value = values[name];
    if (value === null || value === undefined) continue;
    const labelledField = { field: prefix + name, label: getFieldLabel(name, field) };
    if (field.kind === 'ref') addReference(field.to!, { ...labelledField, ids: [value as number] });
    if (field.kind === 'file') addReference('storedFile', { ...labelledField, ids: [value as number] });
    if (field.kind === 'refs') addReference(field.to!, { ...labelledField, ids: value as number[] });
    if (field.kind === 'lines') {
      (value as Record<string, unknown>[]).forEach((line, index) => {
        collectFieldReferences(field.of!, line, referencesByEntity, `${prefix}${name}[${index}].`);
      });
    }
  }
}
