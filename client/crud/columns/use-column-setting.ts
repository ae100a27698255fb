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
/** How the columns of a list are set: by the factory, and by oneself. */
export interface ColumnsOfList {
  readonly own: Stored;
  readonly factoryDefault: Stored;
  /** The columns that the factory has added. */
  readonly customs: readonly CustomColumn[];
}

const PATH = '/mes/system/column';
/** Drags and presses within this time are saved together, in milliseconds. */
const SAVE_MS = 400;
/** Read again only when told that it has changed. */
const FOR_GOOD = Number.POSITIVE_INFINITY;

const keyOf = (list: string) => queryKeys.entity('columnSetting', 'read', list);

/** How the columns of a list are set; the same in all windows of a person. */
export const useColumnsOfList = (list: string | null) =>
  useQuery({
    queryKey: keyOf(list ?? ''),
    queryFn: ({ signal }) =>
      call<ColumnsOfList>(
        `${PATH}/read`,
        { list },
        // A MES that knows no settings shows its columns as they are declared.
        { signal, shownElsewhere: ['notFound', 'requestFailed', 'timedOut'] },
      ),
    enabled: list !== null,
    staleTime: FOR_GOOD,
    meta: { watches: ['columnSetting', 'customColumn'] },
  });

/** Saves a setting; null where that was refused, which has been said already. */
async function kept(verb: string, fields: Record<string, unknown>): Promise<ColumnsOfList | null> {
  try {
    return await send<ColumnsOfList>(`${PATH}/${verb}`, fields);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return null;
  }
}

/** One's own setting of a list: what is changed is seen at once, and saved soon. */
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
    const saved = await kept('saveOwn', { list, columns });
    // What is being changed again by now is still to be saved.
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
  // Who leaves the page has finished.
  useEffect(() => () => void save(), [save]);
  return { setting: data, own: draft ?? data?.own.columns ?? [], waits: isPending, put };
}

/** Saves what everybody sees first, unless somebody else was faster. */
export function useSaveDefault(list: string) {
  const client = useQueryClient();
  return useCallback(
    async (version: number, columns: readonly ColumnSetting[]): Promise<boolean> => {
      const saved = await kept('saveDefault', { list, version, columns });
      if (saved) client.setQueryData(keyOf(list), saved);
      else await client.invalidateQueries({ queryKey: keyOf(list) });
      return saved !== null;
    },
    [client, list],
  );
}
