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
  readonly wide: EntityDeclaration;
}

/**
 * Returns the columns of an entity's list with the settings of the factory and the user, and the entity with its
 * custom columns as fields.
 */
export function useEntityColumns({
  entity,
  narrowFirst,
}: Pick<EntityPage, 'entity' | 'narrowFirst'>): EntityColumns {
  const t = useT();
  const isNarrow = useIsNarrow();
  const declare = useCallback(
    (customs: readonly CustomColumn[]) => getTitledColumns(entity, customs, t),
    [entity, t],
  );
  const list = useListColumns(entity.name, declare);
  const customs = list.setting?.customs ?? NO_CUSTOM_COLUMNS;
  const entityWithCustoms = useMemo(() => addCustomFields(entity, customs), [entity, customs]);
  const columns = useMemo(() => {
    if (!narrowFirst || !isNarrow || list.isArranged) return list.columns;
    const first = narrowFirst.flatMap((name) => list.columns.filter((column) => column.name === name));
    return [...first, ...list.columns.filter((column) => !first.includes(column))];
  }, [list.columns, list.isArranged, narrowFirst, isNarrow]);
  return useMemo(() => ({ ...list, columns, wide: entityWithCustoms }), [list, columns, entityWithCustoms]);
}
