import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ColumnSetting, CustomColumn } from '#shared/rules/columns.ts';
import { call, send } from '#client/kit/wire/call.ts';
import { CallError } from '#client/kit/wire/call-error.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';

interface Stored {
  readonly version: number;
  readonly columns: readonly ColumnSetting[];
}
/** The column settings of a list: the factory's and the user's own. */
export interface ColumnsOfList {
  readonly own: Stored;
  readonly factoryDefault: Stored;
  /** The columns that the factory has added. */
  readonly customs: readonly CustomColumn[];
}

const PATH = '/mes/system/column';
/** Changes within this time are saved together, in milliseconds. */
const SAVE_MS = 400;
/** Refetched only when the server reports a change. */
const NEVER_STALE = Number.POSITIVE_INFINITY;

const keyOf = (list: string) => queryKeys.entity('columnSetting', 'read', list);

/** Reads the column settings of a list, shared by all windows of a user. */
export const useColumnsOfList = (list: string | null) =>
  useQuery({
    queryKey: keyOf(list ?? ''),
    queryFn: ({ signal }) =>
      call<ColumnsOfList>(
        `${PATH}/read`,
        { list },
        // An upstream MES without settings gets the declared columns.
        { signal, shownElsewhere: ['notFound', 'requestFailed', 'timedOut'] },
      ),
    enabled: list !== null,
    staleTime: NEVER_STALE,
    meta: { watches: ['columnSetting', 'customColumn'] },
  });

/** Saves a setting; null after a refusal, which was already shown. */
async function saveSetting(verb: string, fields: Record<string, unknown>): Promise<ColumnsOfList | null> {
  try {
    return await send<ColumnsOfList>(`${PATH}/${verb}`, fields);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return null;
  }
}

/** The user's own setting of a list: a change shows at once and is saved after a short delay. */
export function useOwnSetting(list: string) {
  const client = useQueryClient();
  const { data, isPending } = useColumnsOfList(list);
  const [draft, setDraft] = useState<readonly ColumnSetting[] | null>(null);
  const waiting = useRef<{ columns: readonly ColumnSetting[]; timer: ReturnType<typeof setTimeout> } | null>(
    null,
  );

  const save = useCallback(async () => {
    if (!waiting.current) return;
    const { columns, timer } = waiting.current;
    clearTimeout(timer);
    waiting.current = null;
    const saved = await saveSetting('saveOwn', { list, columns });
    // If the user has made another change meanwhile, it still has to be saved.
    if (waiting.current) return;
    if (saved) client.setQueryData(keyOf(list), saved);
    setDraft(null);
  }, [client, list]);
  const put = useCallback(
    (columns: readonly ColumnSetting[]) => {
      setDraft(columns);
      if (waiting.current) clearTimeout(waiting.current.timer);
      waiting.current = { columns, timer: setTimeout(() => void save(), SAVE_MS) };
    },
    [save],
  );
  // Leaving the page saves without delay.
  useEffect(() => () => void save(), [save]);
  return { setting: data, own: draft ?? data?.own.columns ?? [], waits: isPending, put };
}

/** Saves the factory's default; refused if another user has changed it meanwhile. */
export function useSaveDefault(list: string) {
  const client = useQueryClient();
  return useCallback(
    async (version: number, columns: readonly ColumnSetting[]): Promise<boolean> => {
      const saved = await saveSetting('saveDefault', { list, version, columns });
      if (saved) client.setQueryData(keyOf(list), saved);
      else await client.invalidateQueries({ queryKey: keyOf(list) });
      return saved !== null;
    },
    [client, list],
  );
}
