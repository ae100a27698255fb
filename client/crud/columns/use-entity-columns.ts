import { useCallback, useMemo } from 'react';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { addCustomFields, type CustomColumn } from '#shared/rules/columns.ts';
import { useT } from '#client/kit/words/t.ts';
import { useIsNarrow } from '#client/kit/elements/use-is-narrow.ts';
import type { EntityPage } from '../entity-page.ts';
import { getTitledColumns, type EntityColumn } from './entity-columns.tsx';
import { useListColumns, type ListColumns } from './use-list-columns.ts';

const NO_CUSTOM_COLUMNS: readonly CustomColumn[] = [];

export interface EntityColumns extends ListColumns<EntityColumn> {
  /** The entity with the custom columns as fields. */
  readonly entityWithCustomColumns: EntityDeclaration;
}

/**
 * Returns the columns of an entity's list with the settings of the factory and the user, and the entity with its
 * custom columns as fields.
 */
export function useEntityColumns({
  entity,
  firstColumnsOnPhone,
}: Pick<EntityPage, 'entity' | 'firstColumnsOnPhone'>): EntityColumns {
  const t = useT();
  const isNarrow = useIsNarrow();
  const getDeclaredColumns = useCallback(
    (customColumns: readonly CustomColumn[]) => getTitledColumns(entity, customColumns, t),
    [entity, t],
  );
  const listColumns = useListColumns(entity.name, getDeclaredColumns);
  const customColumns = listColumns.setting?.customs ?? NO_CUSTOM_COLUMNS;
  const entityWithCustomColumns = useMemo(
    () => addCustomFields(entity, customColumns),
    [entity, customColumns],
  );
  const columns = useMemo(() => {
    if (!firstColumnsOnPhone || !isNarrow || listColumns.isArranged) return listColumns.columns;
    const firstColumns = firstColumnsOnPhone.flatMap((name) =>
      listColumns.columns.filter((column) => column.name === name),
    );
    return [...firstColumns, ...listColumns.columns.filter((column) => !firstColumns.includes(column))];
  }, [listColumns.columns, listColumns.isArranged, firstColumnsOnPhone, isNarrow]);
  return useMemo(
    () => ({ ...listColumns, columns, entityWithCustomColumns }),
    [listColumns, columns, entityWithCustomColumns],
  );
}
