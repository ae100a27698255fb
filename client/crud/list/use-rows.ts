import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { PageAnswer, PageQuery } from '#shared/kernel/wire.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import type { AnyRow } from '../row.ts';

/** The number of rows per page. */
export const PAGE_ROWS = 100;
/** The maximum number of rows per call. */
const CALL_ROWS = 500;
/** The maximum number of rows of a tree. A tree has no pages, so all its rows are loaded. */
const TREE_ROWS = 5000;

const fetchPage = (entity: EntityDeclaration, query: PageQuery, signal: AbortSignal) =>
  call<PageAnswer<AnyRow>>(`${entity.path}/page`, { ...query }, { signal });

async function fetchAll(
  entity: EntityDeclaration,
  query: PageQuery,
  signal: AbortSignal,
): Promise<PageAnswer<AnyRow>> {
  const first = await fetchPage(entity, { ...query, offset: 0, limit: CALL_ROWS }, signal);
  const rows = [...first.rows];
  while (rows.length < Math.min(first.total, TREE_ROWS)) {
    const next = await fetchPage(entity, { ...query, offset: rows.length, limit: CALL_ROWS }, signal);
    if (next.rows.length === 0) break;
    rows.push(...next.rows);
  }
  return { rows, total: first.total };
}

/** Reads the rows of a list: one page, or all rows of a tree. */
export function useRows(entity: EntityDeclaration, query: PageQuery, all: boolean) {
  return useQuery({
    queryKey: queryKeys.entity(entity.name, 'page', { ...query, all }),
    queryFn: ({ signal }) => (all ? fetchAll : fetchPage)(entity, query, signal),
    placeholderData: keepPreviousData,
  });
}
