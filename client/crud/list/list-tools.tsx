import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { getArrangeColumnsPermission } from '#shared/rules/column-arrangement.ts';
import { getEntity, type EntityName } from '#shared/entities/index.ts';
import type { ArrangedTableColumns } from '../columns/use-arranged-table.ts';
import { ColumnPicker } from '../columns/column-picker.tsx';
import { EntityExport } from '../transfer/entity-export.tsx';

interface Props {
  name: EntityName;
  arrangedColumns: ArrangedTableColumns;
  /** The filter of the rows that the table shows. */
  filter: Readonly<Record<string, unknown>>;
  /** The heading of the table. */
  title: string;
  omittedColumns?: readonly string[];
}

/** The buttons above a table of a hand-written screen. They arrange the columns and export the rows. */
export function ListTools({ name, arrangedColumns, filter, title, omittedColumns = [] }: Props) {
  const entity: EntityDeclaration = getEntity(name);
  return (
    <>
      <ColumnPicker
        listName={name}
        columns={arrangedColumns}
        omittedNames={omittedColumns}
        arrangePermission={getArrangeColumnsPermission(entity)}
      />
      <EntityExport name={name} filter={filter} title={title} />
    </>
  );
}
