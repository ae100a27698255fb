import { getFieldLabel, type FieldMap } from '#shared/kernel/fields.ts';
import type { TermKey } from '#shared/terms/index.ts';

/** The ids of the rows to which one field of a record refers. */
export interface FieldReferences {
  field: string;
  label: TermKey;
  ids: number[];
}

/**
 * Adds the references in the values of a record to `into`, by the entity that they refer to. References to files
 * are added under `storedFile`.
 */
export function collectFieldReferences(
  fields: FieldMap,
  values: Record<string, unknown>,
  into: Map<string, FieldReferences[]>,
  prefix = '',
): void {
  const add = (to: string, one: FieldReferences) => {
    const known = into.get(to);
    if (known) known.push(one);
    else into.set(to, [one]);
  };
  for (const [name, field] of Object.entries(fields)) {
    const value = values[name];
    if (value === null || value === undefined) continue;
    const at = { field: prefix + name, label: getFieldLabel(name, field) };
    if (field.kind === 'ref') add(field.to!, { ...at, ids: [value as number] });
    if (field.kind === 'file') add('storedFile', { ...at, ids: [value as number] });
    if (field.kind === 'refs') add(field.to!, { ...at, ids: value as number[] });
    if (field.kind === 'lines') {
      (value as Record<string, unknown>[]).forEach((line, index) => {
        collectFieldReferences(field.of!, line, into, `${prefix}${name}[${index}].`);
      });
    }
  }
}
