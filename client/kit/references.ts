import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { entityOf } from '#shared/entities/index.ts';
import { call } from './api.ts';
import { queryKeys } from './query-keys.ts';

/** A row in its reference form: enough to be chosen from a list. */
export interface Reference {
  readonly id: number;
  readonly label: string;
  readonly code?: string | null;
  readonly name?: string | null;
  readonly [column: string]: unknown;
}

/** How many rows a picker offers; more are found by typing. */
const OFFERED = 30;

/** The rows of an entity that a picker offers for what was typed. */
export function useReferences(entity: string, search: string, enabled: boolean) {
  const params = { search: search.trim(), limit: OFFERED };
  return useQuery({
    queryKey: queryKeys.entity(entity, 'list', params),
    queryFn: ({ signal }) => call<Reference[]>(`${entityOf(entity).path}/list`, params, { signal }),
    enabled,
    placeholderData: keepPreviousData,
  });
}

/** The rows with these ids, for the names of what is chosen. */
export function useReferencesById(entity: string, ids: readonly number[], enabled = true) {
  const params = { ids: [...ids].sort((a, b) => a - b), limit: Math.max(1, ids.length) };
  return useQuery({
    queryKey: queryKeys.entity(entity, 'list', params),
    queryFn: ({ signal }) => call<Reference[]>(`${entityOf(entity).path}/list`, params, { signal }),
    enabled: enabled && ids.length > 0,
    placeholderData: keepPreviousData,
  });
}
