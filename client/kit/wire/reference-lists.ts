import { useQuery } from '@tanstack/react-query';
import { REFERENCE_LISTS } from '#shared/rules/reference-lists.ts';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';
import { stored } from './stored.ts';

/** An array as it was kept, and when it was read. */
interface Kept<R> {
  at: number;
  rows: R[];
}

/** Longer answers are not kept: the storage of a tab holds some five million signs in all. */
const MAX_SIGNS = 500_000;
const INDEX = 'lists';

/** Under which name a list is kept, for what it was asked with. */
const entryOf = (path: string, payload: Record<string, unknown>): string => {
  const asked = new URLSearchParams(Object.entries(payload).map(([name, value]) => [name, String(value)]));
  return `list.${path}?${asked.toString()}`;
};

const entries = (): string[] => {
  const known = stored.forTab.get(INDEX);
  return Array.isArray(known) ? known.filter((one): one is string => typeof one === 'string') : [];
};

function read<R>(entry: string): Kept<R> | null {
  const kept = stored.forTab.get(entry) as Partial<Kept<R>> | undefined;
  return Array.isArray(kept?.rows) && typeof kept.at === 'number' ? (kept as Kept<R>) : null;
}

function keep(entry: string, rows: readonly unknown[]): void {
  const fits = JSON.stringify(rows).length <= MAX_SIGNS;
  try {
    stored.forTab.set(entry, fits ? { at: Date.now(), rows } : undefined);
    if (fits) stored.forTab.set(INDEX, [...new Set([...entries(), entry])]);
  } catch (error) {
    // The storage is full: the list is asked for again next time.
    console.warn('A reference list is not kept', error);
  }
}

/** Forgets every kept list: what one person has read is not the next one's to see. */
export function clearReferenceLists(): void {
  for (const entry of entries()) stored.forTab.set(entry, undefined);
  stored.forTab.set(INDEX, undefined);
}

/** A list as far as it is known. */
export interface ReferenceRows<R> {
  rows: R[] | undefined;
  isFetching: boolean;
  isError: boolean;
  /** When what is shown was read, where it could not be refreshed since; else null. */
  staleSince: number | null;
}

/**
 * One of the specification's reference lists, kept in session storage: shown at once from there and refreshed behind it
 * when the page was loaded anew or the floor says that something in it changed.
 * @param payload what it is asked with, as the specification has it
 */
export function useReferenceList<R>(
  path: string,
  payload: Record<string, unknown> = {},
  enabled = true,
): ReferenceRows<R> {
  const list = REFERENCE_LISTS.find((one) => one.path === path);
  if (!list) throw new Error(`${path} is no reference list`);
  const entry = entryOf(path, payload);
  const { data, isFetching, isError, dataUpdatedAt } = useQuery({
    queryKey: queryKeys.entity(list.of, 'list', { path, ...payload }),
    queryFn: async ({ signal }) => {
      const rows = await call<R[]>(path, payload, { signal });
      keep(entry, rows);
      return { at: Date.now(), rows };
    },
    enabled,
    // Of a time before this page: to be shown, and to be asked for again.
    initialData: () => read<R>(entry) ?? undefined,
    initialDataUpdatedAt: 0,
  });
  return {
    rows: data?.rows,
    isFetching,
    isError,
    staleSince: isError && data ? dataUpdatedAt || data.at : null,
  };
}
