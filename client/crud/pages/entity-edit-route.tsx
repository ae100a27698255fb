import { useParams } from 'react-router-dom';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import { NotFoundPage } from '#client/kit/pages/not-found-page.tsx';
import type { EntityPage } from '../entity-page.ts';
import { parseRowId } from './row-address.ts';

const EntityEditPage = fetchOnFirstRender('EntityEditPage', () => import('../edit/entity-edit-page.tsx'));

interface Props {
  page: EntityPage;
  /** The text of the row's id, if the route has no parameter `id`. */
  id?: string | undefined;
}

/** The generated edit page at an entity's address. */
export function EntityEditRoute({ page, id: givenIdText }: Props) {
  const params = useParams();
  const id = parseRowId(givenIdText ?? params['id']);
  if (id === undefined) return <NotFoundPage />;
  return (
    <EntityEditPage
      key={`${page.entity.name} ${id}`}
      page={page}
      id={id}
      parentId={Number(params['pid'] ?? 0) || null}
    />
  );
}
