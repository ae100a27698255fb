import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { buildCustomField } from '#shared/rules/columns.ts';
import type { Field } from '#shared/kernel/fields.ts';
import { getCustomValue } from '../row.ts';
import type { AnyRow } from '../row.ts';
import { useCustomColumns } from './use-custom-columns.ts';

interface CustomColumnValue {
  readonly id: number;
  readonly title: string;
  readonly field: Field;
  readonly value: unknown;
}

/** Returns the values of a row in the custom columns, without empty values. */
export function useCustomColumnValues(
  entity: EntityDeclaration,
  row: object | undefined,
): CustomColumnValue[] {
  const { customColumns } = useCustomColumns(entity);
  return customColumns.flatMap((custom) => {
    const value = row && getCustomValue(row as Partial<AnyRow>, custom.id);
    const field = buildCustomField(custom);
    return value === null || value === undefined ? [] : [{ id: custom.id, title: custom.name, field, value }];
  });
}
