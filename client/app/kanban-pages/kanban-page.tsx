import { useParams } from 'react-router-dom';
import { parseRowId } from '#client/crud/pages/row-address.ts';
import { NotFoundPage } from '#client/kit/pages/not-found-page.tsx';
import { Kanban } from './kanban.tsx';

/** The page of a kanban for people of the factory and for the users of its customer. */
export function KanbanPage() {
  const id = parseRowId(useParams()['id']);
  return id ? <Kanban key={id} id={id} /> : <NotFoundPage />;
}
