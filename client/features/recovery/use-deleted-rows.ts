import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ENTITY_VERBS, type EntityDeclaration } from '#shared/kernel/entity.ts';
import { hasPermission, getReadPermission } from '#shared/kernel/permissions.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import type { DeletedRow } from '#shared/answers/recovery.ts';
import { entities, entityNames } from '#shared/entities/index.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useUser } from '#client/kit/wire/session.ts';
import type { DeletedDataFilters } from './deleted-data-filters.ts';

export const ROWS_PER_PAGE = 100;

/** Returns the names of the entities whose deleted rows the user may see. */
export function useDeletedRowEntities(): string[] {
  const user = useUser();
  return useMemo(
    () =>
      entityNames.filter((name) => {
        const entity: EntityDeclaration = entities[name];
        return (
          (entity.verbs ?? ENTITY_VERBS).includes('delete') &&
          hasPermission(user, getReadPermission(entity.permission))
        );
      }),
    [user],
  );
}

/** Reads the deleted rows. Reads them again after a change of any entity whose deleted rows the user may see. */
export function useDeletedRows({ search, entity, from, until, page }: DeletedDataFilters) {
  const visibleEntities = useDeletedRowEntities();
  const fields = { search, entity, from, until, offset: (page - 1) * ROWS_PER_PAGE, limit: ROWS_PER_PAGE };
  return useQuery({
    queryKey: queryKeys.entity('deletedData', 'page', fields),
    queryFn: ({ signal }) => call<PageAnswer<DeletedRow>>('/mes/system/deleted/page', fields, { signal }),
    placeholderData: keepPreviousData,
    // The list reloads when it opens, because changes do not reload it while it is closed.
    staleTime: 0,
    meta: { watches: visibleEntities },
  });
}
