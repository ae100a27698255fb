import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { CustomColumn } from '#shared/rules/columns.ts';
import { useColumnsOfList } from './use-column-setting.ts';

const NONE: readonly CustomColumn[] = [];

/**
 * Reads the columns that the factory has added to an entity. A form must not open while `waits` is
 * true.
 */
export function useCustomColumns({ name, customColumns }: EntityDeclaration): {
  customs: readonly CustomColumn[];
  waits: boolean;
} {
  const isCustomizable = customColumns !== undefined;
  const { data, isPending } = useColumnsOfList(isCustomizable ? name : null);
  return { customs: data?.customs ?? NONE, waits: isCustomizable && isPending };
}
