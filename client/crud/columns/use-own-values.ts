import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { customField } from '#shared/rules/columns.ts';
import type { Field } from '#shared/kernel/fields.ts';
import { customValue } from '../row.ts';
import type { AnyRow } from '../row.ts';
import { useCustomColumns } from './use-custom-columns.ts';

interface OwnValue {
  readonly id: number;
  readonly title: string;
  readonly field: Field;
  readonly value: unknown;
}

/** Returns the values of a row in the custom columns. It omits empty values. */
export function useOwnValues(entity: EntityDeclaration, row: object | undefined): OwnValue[] {
  const { customs } = useCustomColumns(entity);
  return customs.flatMap((custom) => {
    const value = row && customValue(row as Partial<AnyRow>, custom.id);
    const field = customField(custom);
    return value === null || value === undefined ? [] : [{ id: custom.id, title: custom.name, field, value }];
  });
}
