import { useParams } from 'react-router-dom';
import { fetchWhenDrawn } from '#client/kit/lazy/fetch-when-drawn.tsx';
import type { EntityPage } from '#client/crud/entity-page.ts';
import { rowIdOf } from './entity-pages.ts';
import { NotFoundPage } from '../login/not-found-page.tsx';

const EntityEditPage = fetchWhenDrawn(
  'EntityEditPage',
  () => import('#client/crud/edit/entity-edit-page.tsx'),
);

interface Props {
  page: EntityPage;
  /** The row of the address, where that has another name there. */
  id?: string | undefined;
}

/** The generated edit page at an entity's address. */
export function EntityEditRoute({ page, id: given }: Props) {
  const params = useParams();
  const id = rowIdOf(given ?? params['id']);
  if (id === undefined) return <NotFoundPage />;
  return (
    <EntityEditPage
      key={`${page.entity.name} ${id}`}
      page={page}
      id={id}
      parent={Number(params['pid'] ?? 0) || null}
    />
  );
}
