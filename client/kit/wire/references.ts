import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getEntity } from '#shared/entities/index.ts';
import { REFERENCE_LISTS_OF_ROWS } from '#shared/rules/reference-lists.ts';
import { filterAndSortByMatch } from '#shared/rules/match-rank.ts';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';
import { useReferenceList, type ReferenceRows } from './reference-lists.ts';

/** The short form of a row, for pickers. */
export interface Reference {
  readonly id: number;
  readonly label: string;
  readonly code?: string | null;
  readonly name?: string | null;
  readonly [column: string]: unknown;
}

/** The maximum number of rows that a picker offers. The user finds other rows by typing. */
const MAX_OFFERED_ROWS = 30;

/** The lists that pickers load as a whole. */
const FULLY_LOADED_LISTS = REFERENCE_LISTS_OF_ROWS.filter((list) => list.isLoadedWhole);

/** Keeps the rows that match a typed text. Exact and prefix matches come first. */
export const findMatchingReferences = (rows: readonly Reference[], typedText: string): Reference[] =>
  filterAndSortByMatch(rows, (row) => [row.label, row.code, row.name], typedText);

/** The filters for the rows that users may choose in forms, by entity. */
const FILTERS_OF_CHOOSABLE_ROWS: Readonly<Record<string, Record<string, unknown>>> = {
  department: { workingStatus: 'enabled' },
};

/**
 * Returns the rows of an entity that match the typed text, at most MAX_OFFERED_ROWS.
 * @param onlyChoosable whether to leave out rows that can no longer be chosen
 */
export function useReferences(
  entity: string,
  search: string,
  enabled: boolean,
  onlyChoosable = false,
): ReferenceRows<Reference> {
  const fullyLoadedList = FULLY_LOADED_LISTS.find((list) => list.entity === entity);
  const filter = onlyChoosable && FILTERS_OF_CHOOSABLE_ROWS[entity];
  const params = { search: search.trim(), limit: MAX_OFFERED_ROWS, ...(filter ? { filter } : {}) };
  const wholeListResult = useReferenceList<Reference>(
    (fullyLoadedList ?? FULLY_LOADED_LISTS[0]!).path,
    {},
    enabled && fullyLoadedList !== undefined,
  );
  const searchResult = useQuery({
    queryKey: queryKeys.entity(entity, 'list', params),
    queryFn: ({ signal }) => call<Reference[]>(`${getEntity(entity).path}/list`, params, { signal }),
    enabled: enabled && fullyLoadedList === undefined,
    placeholderData: keepPreviousData,
  });
  if (fullyLoadedList === undefined)
    return {
      rows: searchResult.data,
      isFetching: searchResult.isFetching,
      isError: searchResult.isError,
      staleSince: null,
    };
  return {
    ...wholeListResult,
    rows:
      wholeListResult.rows &&
      findMatchingReferences(wholeListResult.rows, params.search).slice(0, MAX_OFFERED_ROWS),
  };
}

/** Reads the rows with these ids, so that a picker can show the names of the chosen rows. */
export function useReferencesById(entity: string, ids: readonly number[], enabled = true) {
  const params = { ids: [...ids].sort((a, b) => a - b), limit: Math.max(1, ids.length) };
  return useQuery({
    queryKey: queryKeys.entity(entity, 'list', params),
    queryFn: ({ signal }) => call<Reference[]>(`${getEntity(entity).path}/list`, params, { signal }),
    enabled: enabled && ids.length > 0,
    placeholderData: keepPreviousData,
  });
}
