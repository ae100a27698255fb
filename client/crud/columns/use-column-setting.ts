import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { localizeCustomColumns, type ColumnSetting, type CustomColumn } from '#shared/rules/columns.ts';
import { call, send } from '#client/kit/wire/call.ts';
import { CallError } from '#client/kit/wire/call-error.ts';
import { useLang } from '#client/kit/words/t.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';

interface StoredColumns {
  readonly version: number;
  readonly columns: readonly ColumnSetting[];
}
/** The column settings of a list: the settings of the factory and those of the user. */
export interface ListColumnSettings {
  readonly own: StoredColumns;
  readonly factoryDefault: StoredColumns;
  /** The columns that the factory has added. */
  readonly customs: readonly CustomColumn[];
}

const COLUMN_API_PATH = '/mes/system/column';
/** A change is saved when no other change has followed for this time, in milliseconds. */
const SAVE_DELAY_MS = 400;
/** The settings never become stale, because the server reports each change. */
const NEVER_STALE_MS = Number.POSITIVE_INFINITY;

const getSettingQueryKey = (listName: string) => queryKeys.entity('columnSetting', 'read', listName);

/**
 * Reads the column settings of a list; reads nothing if `listName` is null. The names of custom columns are in
 * the current language.
 */
export function useListColumnSettings(listName: string | null) {
  const lang = useLang();
  const select = useCallback(
    (settings: ListColumnSettings) => ({
      ...settings,
      customs: localizeCustomColumns(settings.customs, lang),
    }),
    [lang],
  );
  return useQuery({
    queryKey: getSettingQueryKey(listName ?? ''),
    queryFn: ({ signal }) =>
      call<ListColumnSettings>(
        `${COLUMN_API_PATH}/read`,
        { list: listName },
        // If a call fails with one of these errors, for example because an upstream MES does not offer column
        // settings, the list uses the declared columns and shows no error.
        { signal, codesShownElsewhere: ['notFound', 'requestFailed', 'timedOut'] },
      ),
    enabled: listName !== null,
    staleTime: NEVER_STALE_MS,
    meta: { watches: ['columnSetting', 'customColumn'] },
    select,
  });
}

/**
 * Saves a column setting.
 * @returns the saved settings; null if the call failed, in which case the user has seen the error
 */
async function saveColumnSetting(
  verb: string,
  fields: Record<string, unknown>,
): Promise<ListColumnSettings | null> {
  try {
    return await send<ListColumnSettings>(`${COLUMN_API_PATH}/${verb}`, fields);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return null;
  }
}

/**
 * Holds the user's own setting of a list. A change is visible at once and saved after a short delay.
 */
export function useOwnColumnSetting(listName: string) {
  const client = useQueryClient();
  const { data, isPending } = useListColumnSettings(listName);
  const [draft, setDraft] = useState<readonly ColumnSetting[] | null>(null);
  const pendingSave = useRef<{
    columns: readonly ColumnSetting[];
    timer: ReturnType<typeof setTimeout>;
  } | null>(null);

  const save = useCallback(async () => {
    if (!pendingSave.current) return;
    const { columns, timer } = pendingSave.current;
    clearTimeout(timer);
    pendingSave.current = null;
    const savedSettings = await saveColumnSetting('saveOwn', { list: listName, columns });
    // The user made another change during this save. The next save sends that change.
    if (pendingSave.current) return;
    if (savedSettings) client.setQueryData(getSettingQueryKey(listName), savedSettings);
    setDraft(null);
  }, [client, listName]);
  const setColumns = useCallback(
    (columns: readonly ColumnSetting[]) => {
      setDraft(columns);
      if (pendingSave.current) clearTimeout(pendingSave.current.timer);
      pendingSave.current = { columns, timer: setTimeout(() => void save(), SAVE_DELAY_MS) };
    },
    [save],
  );
  // When the user leaves the page, a waiting change is saved at once.
  useEffect(() => () => void save(), [save]);
  return {
    setting: data,
    ownColumns: draft ?? data?.own.columns ?? [],
    isLoading: isPending,
    put: setColumns,
  };
}

/**
 * Returns a function that saves the default columns of the factory. It resolves to false if the call failed,
 * for example because another user has changed these columns meanwhile.
 */
export function useSaveDefaultColumns(listName: string) {
  const client = useQueryClient();
  return useCallback(
    async (version: number, columns: readonly ColumnSetting[]): Promise<boolean> => {
      const savedSettings = await saveColumnSetting('saveDefault', { list: listName, version, columns });
      if (savedSettings) client.setQueryData(getSettingQueryKey(listName), savedSettings);
      else await client.invalidateQueries({ queryKey: getSettingQueryKey(listName) });
      return savedSettings !== null;
    },
    [client, listName],
  );
}
