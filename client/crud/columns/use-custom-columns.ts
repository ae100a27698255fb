import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { CustomColumn } from '#shared/rules/columns.ts';
import { useListColumnSettings } from './use-column-setting.ts';

const NO_CUSTOM_COLUMNS: readonly CustomColumn[] = [];

/**
 * Reads the columns that the factory has added to an entity. While `isLoading` is true, the columns are
 * still loading and a form must not open.
 */
export function useCustomColumns({ name, customColumns }: EntityDeclaration): {
  customColumns: readonly CustomColumn[];
  isLoading: boolean;
} {
  const isCustomizable = customColumns !== undefined;
  const { data, isPending } = useListColumnSettings(isCustomizable ? name : null);
  return { customColumns: data?.customs ?? NO_CUSTOM_COLUMNS, isLoading: isCustomizable && isPending };
}
