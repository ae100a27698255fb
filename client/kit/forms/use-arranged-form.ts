import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { entities } from '#shared/entities/index.ts';
import type { FieldMap } from '#shared/kernel/fields.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import type { FormName } from '#shared/rules/form-names.ts';
import { buildFormFields, type FormField, type FormFieldSetting } from '#shared/rules/form-setting.ts';
import { call } from '../wire/call.ts';
import { queryKeys } from '../wire/query-keys.ts';

/**
 * The arrangement of a form's fields (order, visibility, required flags, default values), as the server
 * stores it.
 */
export interface FormArrangement {
  readonly id: number;
  readonly version: number;
  readonly form: FormName;
  readonly fields: readonly FormFieldSetting[];
}

/** Reads the arrangements of all forms of the factory. Reads them again when one changes. */
export const useFormArrangements = (enabled = true) =>
  useQuery({
    queryKey: queryKeys.entity('formSetting', 'page', {}),
    queryFn: ({ signal }) =>
      call<PageAnswer<FormArrangement>>(`${entities.formSetting.path}/page`, { limit: 100 }, { signal }),
    enabled,
  });

/**
 * Returns a form's fields as the factory has arranged them; null if the default layout applies or
 * the arrangement is still loading. While the arrangement is loading, `isLoading` is true.
 * @param name undefined for a form that cannot be arranged
 */
export function useArrangedFormFields(
  name: FormName | undefined,
  fields: FieldMap,
): { arrangedFields: readonly FormField[] | null; isLoading: boolean } {
  const { data, isPending } = useFormArrangements(name !== undefined);
  const storedSettings = name && data?.rows.find((arrangement) => arrangement.form === name)?.fields;
  const arrangedFields = useMemo(
    () => (storedSettings ? buildFormFields(fields, storedSettings) : null),
    [fields, storedSettings],
  );
  return { arrangedFields, isLoading: name !== undefined && isPending };
}
