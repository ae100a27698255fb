import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { useCustomColumnValues } from '#client/crud/columns/use-custom-column-values.ts';
import { FieldValue } from '#client/kit/fields/field-value.tsx';

interface Props {
  entity: EntityDeclaration;
  row: object;
}

/** Shows the title and the value of each custom column of a row. */
export function CustomColumnValues({ entity, row }: Props) {
  return useCustomColumnValues(entity, row).map(({ id, title, field, value }) => (
    <span key={id}>
      {title} <FieldValue field={field} value={value} />
    </span>
  ));
}
