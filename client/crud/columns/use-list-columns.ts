import { useCallback, useMemo } from 'react';
import {
  reorderColumns,
  resolveColumns,
  createColumnSettings,
  type BaseColumn,
  type CustomColumn,
} from '#shared/rules/columns.ts';
import { useOwnColumnSetting, type ListColumnSettings } from './use-column-setting.ts';

/** The columns of a table as the user sees them, and functions that change them. */
export interface ListColumns<C extends BaseColumn> {
  /** All columns in their order, including hidden ones. */
  readonly columns: readonly C[];
  /** The stored settings; undefined until they have been read. */
  readonly setting: ListColumnSettings | undefined;
  /** Whether the settings are still loading. */
  readonly isLoading: boolean;
  /** Whether the user or the factory has arranged the columns. */
  readonly isArranged: boolean;
  /** Whether the user has arranged the columns. */
  readonly isArrangedByUser: boolean;
  /** Saves columns as the user's own setting. */
  readonly arrange: (columns: readonly C[]) => void;
  /** Removes the user's own setting. */
  readonly reset: () => void;
  readonly setWidth: (name: string, width: number | null) => void;
  readonly move: (name: string, to: string) => void;
}

/**
 * Returns the columns of a list with the settings of the factory and the user applied.
 * @param listName the name of an entity or of a report
 * @param getDeclaredColumns must be a memoized function
 */
export function useListColumns<C extends BaseColumn>(
  listName: string,
  getDeclaredColumns: (customColumns: readonly CustomColumn[]) => readonly C[],
): ListColumns<C> {
  const { setting, ownColumns, isLoading, put: setColumns } = useOwnColumnSetting(listName);
  const customColumns = setting?.customs;
  const factoryDefault = setting?.factoryDefault.columns;
  const defaultColumns = useMemo(
    () => resolveColumns(getDeclaredColumns(customColumns ?? []), factoryDefault ?? [], []),
    [getDeclaredColumns, customColumns, factoryDefault],
  );
  const columns = useMemo(() => resolveColumns(defaultColumns, [], ownColumns), [defaultColumns, ownColumns]);
  const arrange = useCallback(
    (next: readonly C[]) => setColumns(createColumnSettings(next, defaultColumns)),
    [setColumns, defaultColumns],
  );
  return useMemo(
    () => ({
      columns,
      setting,
      isLoading,
      isArranged: ownColumns.length > 0 || (factoryDefault?.length ?? 0) > 0,
      isArrangedByUser: ownColumns.length > 0,
      arrange,
      reset: () => setColumns([]),
      setWidth: (name, width) => {
        const newWidth = width ?? defaultColumns.find((column) => column.name === name)?.width ?? null;
        arrange(columns.map((column) => (column.name === name ? { ...column, width: newWidth } : column)));
      },
      move: (name, to) => arrange(reorderColumns(columns, name, to)),
    }),
    [
      columns,
      setting,
      isLoading,
      ownColumns.length,
      factoryDefault?.length,
      arrange,
      setColumns,
      defaultColumns,
    ],
  );
}
