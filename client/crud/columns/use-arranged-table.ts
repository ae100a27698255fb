import { useCallback, useMemo } from 'react';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { LIST_LAYOUT_BY_ENTITY } from '#shared/rules/list-layouts.ts';
import type { Column } from '#client/kit/tables/column.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import type { AnyRow } from '../row.ts';
import { showColumns } from '#shared/rules/columns.ts';
import { selectVisibleColumns, toTableColumns, type CellRenderers } from './entity-columns.tsx';
import { useEntityColumns, type EntityColumns } from './use-entity-columns.ts';

/** The columns of an entity's list for a table on a hand-written screen. */
export interface ArrangedTableColumns extends EntityColumns {
  /**
   * Makes the table columns that are visible. If neither the user nor the factory has arranged the columns, a
   * rare column is visible only if at least one row has a value in the column: a number above 0 or a list
   * with lines.
   * @param rows the rows of the table
   * @param omittedNames the columns that the table leaves out, because the page shows their values in another way
   * or the values are the same in all rows
   */
  readonly toColumns: (
    rows: readonly AnyRow[],
    cellRenderers: CellRenderers,
    omittedNames: readonly string[],
  ) => Column<AnyRow>[];
}

/** Whether a value of a rare column is a number above 0 or a list that is not empty. */
const hasRareValue = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : Number(value) > 0;

/**
 * Returns the columns of an entity's list with the settings of the factory and the user, for a table on a
 * hand-written screen.
 * @param defaultNames the columns that this table shows, in order, unless somebody has arranged the columns; by default
 * those of the entity's list
 */
export function useArrangedTableColumns(
  entity: EntityDeclaration,
  defaultNames?: readonly string[],
): ArrangedTableColumns {
  const t = useT();
  const zone = useTimeZone();
  const arrangedColumns = useEntityColumns({ entity });
  const entityColumns = useMemo(
    () => ({
      ...arrangedColumns,
      columns:
        arrangedColumns.isArranged || !defaultNames
          ? arrangedColumns.columns
          : showColumns(arrangedColumns.columns, defaultNames),
    }),
    [arrangedColumns, defaultNames],
  );
  const toColumns = useCallback<ArrangedTableColumns['toColumns']>(
    (rows, cellRenderers, omittedNames) => {
      const rareNames = (!entityColumns.isArranged && LIST_LAYOUT_BY_ENTITY[entity.name]?.rareColumns) || [];
      const columns = entityColumns.columns.map((column) =>
        rareNames.includes(column.name)
          ? { ...column, shown: rows.some((row) => hasRareValue(row[column.name])) }
          : column,
      );
      return toTableColumns(selectVisibleColumns(columns, omittedNames), cellRenderers, t, zone);
    },
    [entity, entityColumns, t, zone],
  );
  return useMemo(() => ({ ...entityColumns, toColumns }), [entityColumns, toColumns]);
}
