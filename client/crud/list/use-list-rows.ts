import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { PageAnswer, PageQuery } from '#shared/kernel/wire.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import type { AnyRow } from '../row.ts';

export const ROWS_PER_PAGE = 100;
/** The maximum number of rows per call. */
const MAX_ROWS_PER_CALL = 500;
/** The maximum number of rows that are loaded for a tree. A tree has no pages. */
const MAX_TREE_ROWS = 5000;

const fetchPage = (entity: EntityDeclaration, query: PageQuery, signal: AbortSignal) =>
  call<PageAnswer<AnyRow>>(`${entity.path}/page`, { ...query }, { signal });

/** Fetches the rows of a query without pages, at most `MAX_TREE_ROWS`. */
export async function fetchRowsUpToLimit(
  entity: EntityDeclaration,
  query: PageQuery,
  signal: AbortSignal,
): Promise<PageAnswer<AnyRow>> {
  const firstPage = await fetchPage(entity, { ...query, offset: 0, limit: MAX_ROWS_PER_CALL }, signal);
  const rows = [...firstPage.rows];
  while (rows.length < Math.min(firstPage.total, MAX_TREE_ROWS)) {
    const nextPage = await fetchPage(
      entity,
      { ...query, offset: rows.length, limit: MAX_ROWS_PER_CALL },
      signal,
    );
    if (nextPage.rows.length === 0) break;
    rows.push(...nextPage.rows);
  }
  return { rows, total: firstPage.total };
}

/** Reads one page of a list. If `readsAllRows` is true, reads all rows, at most `MAX_TREE_ROWS`. */
export function useListRows(entity: EntityDeclaration, query: PageQuery, readsAllRows: boolean) {
  return useQuery({
    queryKey: queryKeys.entity(entity.name, 'page', { ...query, all: readsAllRows }),
    queryFn: ({ signal }) => (readsAllRows ? fetchRowsUpToLimit : fetchPage)(entity, query, signal),
    placeholderData: keepPreviousData,
  });
}
