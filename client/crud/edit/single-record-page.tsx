import { useQuery } from '@tanstack/react-query';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { ListEmpty } from '#client/kit/tables/list-empty.tsx';
import { EntityEditPage } from './entity-edit-page.tsx';
import type { AnyRow } from '../row.ts';
import type { EntityPage } from '../entity-page.ts';

/** Edits the only record of an entity in a factory, or adds the record if none exists. */
export function SingleRecordPage({ page }: { page: EntityPage }) {
  const { entity } = page;
  const params = { limit: 1 };
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeys.entity(entity.name, 'page', params),
    queryFn: ({ signal }) => call<PageAnswer<AnyRow>>(`${entity.path}/page`, params, { signal }),
  });
  if (!data) {
    return (
      <div className="edit-waiting" aria-busy={!isError}>
        <ListEmpty failed={isError} onRetry={() => void refetch()} />
      </div>
    );
  }
  const id = data.rows[0]?.id ?? null;
  return <EntityEditPage key={id ?? 'first'} page={page} id={id} />;
}
