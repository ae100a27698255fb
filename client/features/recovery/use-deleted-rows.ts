import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { VERBS, type EntityDeclaration } from '#shared/kernel/entity.ts';
import { can, toRead } from '#shared/kernel/permissions.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import type { DeletedRow } from '#shared/answers/recovery.ts';
import { entities, entityNames } from '#shared/entities/index.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useUser } from '#client/kit/wire/session.ts';
import type { DeletedFilters } from './deleted-address.ts';

export const PAGE_ROWS = 100;

/** Returns the names of the entities whose deleted rows the user may see. */
export function useKinds(): string[] {
  const user = useUser();
  return useMemo(
    () =>
      entityNames.filter((name) => {
        const entity: EntityDeclaration = entities[name];
        return (entity.verbs ?? VERBS).includes('delete') && can(user, toRead(entity.permission));
      }),
    [user],
  );
}

/** Reads the deleted rows, and reloads them when rows of these entities change. */
export function useDeletedRows({ search, entity, from, until, page }: DeletedFilters) {
  const kinds = useKinds();
  const fields = { search, entity, from, until, offset: (page - 1) * PAGE_ROWS, limit: PAGE_ROWS };
  return useQuery({
    queryKey: queryKeys.entity('deletedData', 'page', fields),
    queryFn: ({ signal }) => call<PageAnswer<DeletedRow>>('/mes/system/deleted/page', fields, { signal }),
    placeholderData: keepPreviousData,
    // The list reloads when it opens, because it misses all changes while it is closed.
    staleTime: 0,
    meta: { watches: kinds },
  });
}
