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

/** The stored copies of one list, by the parameters of the call. */
type StoredListCopies<R> = Record<string, StoredList<R>>;

/** Longer entries are not stored, because a tab can store only about five million characters. */
const MAX_STORED_CHARACTERS = 500_000;

/** Returns the key under which the browser tab stores the copies of a list. */
const makeStorageKey = (path: string): string => `list.${path}`;

const formatPayload = (payload: Record<string, unknown>): string =>
  new URLSearchParams(Object.entries(payload).map(([name, value]) => [name, String(value)])).toString();

function readStoredListCopies<R>(path: string): StoredListCopies<R> {
  const entry = browserStorage.forTab.get(makeStorageKey(path));
  return entry !== null && typeof entry === 'object' ? (entry as StoredListCopies<R>) : {};
}

function readStoredList<R>(path: string, payload: Record<string, unknown>): StoredList<R> | null {
  const list: Partial<StoredList<R>> | undefined = readStoredListCopies<R>(path)[formatPayload(payload)];
  return Array.isArray(list?.rows) && typeof list.at === 'number' ? (list as StoredList<R>) : null;
}

function storeList(path: string, payload: Record<string, unknown>, rows: readonly unknown[]): void {
  const entry = { ...readStoredListCopies(path), [formatPayload(payload)]: { at: Date.now(), rows } };
  const fitsStorage = JSON.stringify(entry).length <= MAX_STORED_CHARACTERS;
  // If the storage is full, the list is fetched again next time.
  browserStorage.forTab.set(makeStorageKey(path), fitsStorage ? entry : undefined);
}

/** Removes the stored copies of one list. */
export const clearReferenceList = (path: string): void =>
  void browserStorage.forTab.set(makeStorageKey(path), undefined);

/** Removes all stored lists, because the next user must not see the previous user's data. */
export function clearReferenceLists(): void {
  for (const { path } of REFERENCE_LISTS) clearReferenceList(path);
}

/** Removes the stored lists of these entities, because their rows have changed. */
export function clearChangedLists(entities: ReadonlySet<string>): void {
  for (const list of REFERENCE_LISTS) if (entities.has(list.entity)) clearReferenceList(list.path);
}

/** The rows of a list. They may come from an outdated stored copy. */
export interface ReferenceRows<R> {
  rows: R[] | undefined;
  isFetching: boolean;
  isError: boolean;
  /** The time of the last successful read in milliseconds, if a later read has failed; otherwise null. */
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
  const list = REFERENCE_LISTS.find((candidate) => candidate.path === path);
  if (!list) throw new Error(`${path} is no reference list`);
  const { data, isFetching, isError, dataUpdatedAt } = useQuery({
    queryKey: queryKeys.entity(list.entity, 'list', { path, ...payload }),
    queryFn: async ({ signal }) => {
      const rows = await call<R[]>(path, payload, { signal });
      storeList(path, payload, rows);
      return { at: Date.now(), rows };
    },
    enabled,
    // The stored copy counts as outdated, so the list is also fetched.
    initialData: () => readStoredList<R>(path, payload) ?? undefined,
    initialDataUpdatedAt: 0,
  });
  return {
    rows: data?.rows,
    isFetching,
    isError,
    staleSince: isError && data ? dataUpdatedAt || data.at : null,
  };
}
