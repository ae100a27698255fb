import { useCallback, useMemo } from 'react';
import {
  reorderColumns,
  resolveColumns,
  settingsOf,
  type BaseColumn,
  type CustomColumn,
} from '#shared/rules/columns.ts';
import { useOwnSetting, type ColumnsOfList } from './use-column-setting.ts';

/** The columns of a table as somebody sees them, and what can be done with them. */
export interface ListColumns<C extends BaseColumn> {
  /** All of them, in their order. */
  readonly columns: readonly C[];
  /** What is kept of them; undefined until it is known. */
  readonly setting: ColumnsOfList | undefined;
  /** It is not known yet how they stand. */
  readonly waits: boolean;
  /** Somebody has arranged them: this person, or the factory. */
  readonly isArranged: boolean;
  /** This person has arranged them. */
  readonly isOwn: boolean;
  /** Keeps columns as this person's own setting. */
  readonly arrange: (columns: readonly C[]) => void;
  /** Takes one's own setting back. */
  readonly reset: () => void;
  readonly setWidth: (name: string, width: number | null) => void;
  readonly move: (name: string, to: string) => void;
}

/**
 * The columns of a list by the setting of the person who looks at it.
 * @param list the name of an entity, or of a report
 * @param declare the columns as they are declared; the same function as long as it makes the same columns
 */
export function useListColumns<C extends BaseColumn>(
  list: string,
  declare: (customs: readonly CustomColumn[]) => readonly C[],
): ListColumns<C> {
  const { setting, own, waits, put } = useOwnSetting(list);
  const customs = setting?.customs;
  const factoryDefault = setting?.factoryDefault.columns;
  const under = useMemo(
    () => resolveColumns(declare(customs ?? []), factoryDefault ?? [], []),
    [declare, customs, factoryDefault],
  );
  const columns = useMemo(() => resolveColumns(under, [], own), [under, own]);
  const arrange = useCallback((next: readonly C[]) => put(settingsOf(next, under)), [put, under]);
  return useMemo(
    () => ({
      columns,
      setting,
      waits,
      isArranged: own.length > 0 || (factoryDefault?.length ?? 0) > 0,
      isOwn: own.length > 0,
      arrange,
      reset: () => put([]),
      setWidth: (name, width) => {
        const given = width ?? under.find((column) => column.name === name)?.width ?? null;
        arrange(columns.map((column) => (column.name === name ? { ...column, width: given } : column)));
      },
      move: (name, to) => arrange(reorderColumns(columns, name, to)),
    }),
    [columns, setting, waits, own.length, factoryDefault?.length, arrange, put, under],
  );
}
