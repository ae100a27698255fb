import { useQuery } from '@tanstack/react-query';
import { REFERENCE_LISTS } from '#shared/rules/reference-lists.ts';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';
import { browserStorage } from './browser-storage.ts';

/** A list as the browser stores it. `at` is the time when it was read, in milliseconds. */
interface StoredList<R> {
  at: number;
  rows: R[];
}

/** Longer lists are not stored, because a tab can store only about five million characters. */
const MAX_STORED_CHARACTERS = 500_000;
const STORED_LISTS_KEY = 'lists';

/** The storage key of a list with its parameters. */
const makeStorageKey = (path: string, payload: Record<string, unknown>): string => {
  const query = new URLSearchParams(Object.entries(payload).map(([name, value]) => [name, String(value)]));
  return `list.${path}?${query.toString()}`;
};

const readStoredListKeys = (): string[] => {
  const known = browserStorage.forTab.get(STORED_LISTS_KEY);
  return Array.isArray(known) ? known.filter((one): one is string => typeof one === 'string') : [];
};

function readStoredList<R>(entry: string): StoredList<R> | null {
  const storedList = browserStorage.forTab.get(entry) as Partial<StoredList<R>> | undefined;
  return Array.isArray(storedList?.rows) && typeof storedList.at === 'number'
    ? (storedList as StoredList<R>)
    : null;
}

function storeList(entry: string, rows: readonly unknown[]): void {
  const fits = JSON.stringify(rows).length <= MAX_STORED_CHARACTERS;
  try {
    browserStorage.forTab.set(entry, fits ? { at: Date.now(), rows } : undefined);
    if (fits) browserStorage.forTab.set(STORED_LISTS_KEY, [...new Set([...readStoredListKeys(), entry])]);
  } catch (error) {
    // The storage is full, so the list is fetched again next time.
    console.warn('A reference list is not kept', error);
  }
}

/** Removes all stored lists, because the next user must not see the previous user's data. */
export function clearReferenceLists(): void {
  for (const entry of readStoredListKeys()) browserStorage.forTab.set(entry, undefined);
  browserStorage.forTab.set(STORED_LISTS_KEY, undefined);
}

/** The rows of a list, which may be stored and outdated. */
export interface ReferenceRows<R> {
  rows: R[] | undefined;
  isFetching: boolean;
  isError: boolean;
  /** The time of the last successful read in milliseconds; null if no later read has failed. */
  staleSince: number | null;
}

/**
 * Reads a reference list of the specification. Returns the stored copy at once, and reads the list
 * again after a page load or a change.
 * @param payload the parameters of the list, by their names in the specification
 */
export function useReferenceList<R>(
  path: string,
  payload: Record<string, unknown> = {},
  enabled = true,
): ReferenceRows<R> {
  const list = REFERENCE_LISTS.find((one) => one.path === path);
  if (!list) throw new Error(`${path} is no reference list`);
  const entry = makeStorageKey(path, payload);
  const { data, isFetching, isError, dataUpdatedAt } = useQuery({
    queryKey: queryKeys.entity(list.of, 'list', { path, ...payload }),
    queryFn: async ({ signal }) => {
      const rows = await call<R[]>(path, payload, { signal });
      storeList(entry, rows);
      return { at: Date.now(), rows };
    },
    enabled,
    // The stored copy counts as outdated, so the list is also fetched.
    initialData: () => readStoredList<R>(entry) ?? undefined,
    initialDataUpdatedAt: 0,
  });
  return {
    rows: data?.rows,
    isFetching,
    isError,
    staleSince: isError && data ? dataUpdatedAt || data.at : null,
  };
}
