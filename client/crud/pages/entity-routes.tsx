import { toAct, toRead } from '#shared/kernel/permissions.ts';
import type { PageHandle, PageRoute } from '#client/kit/pages/page-handle.ts';
import type { PageTab } from '#client/kit/pages/page-tabs.tsx';
import type { EntityPage } from '../entity-page.ts';
import { EntityEditRoute } from './entity-edit-route.tsx';
import { EntityListRoute } from './entity-list-route.tsx';

/** Whoever may see the rows of an entity may open its list. */
export const listHandle = ({ title, entity }: EntityPage): PageHandle => ({
  title,
  permission: toRead(entity.permission),
});

/** Whoever may add or change rows of an entity may open its edit page. */
export const editHandle = ({ title, listPath, entity: { permission } }: EntityPage): PageHandle => ({
  title,
  path: listPath,
  permission: [toAct(permission, 'ADD'), toAct(permission, 'MODIFY')],
});

/** The list of an entity as one of several tabs. */
export const tabOf = ({ title, listPath, entity }: EntityPage): Required<Omit<PageTab, 'end'>> => ({
  title,
  path: listPath,
  permission: toRead(entity.permission),
});

/** The list and the edit page of an entity. */
export function entityRoutes(page: EntityPage): PageRoute[] {
  const { list: List, listPath } = page;
  const list: PageRoute = {
    path: listPath,
    element: List ? <List /> : <EntityListRoute page={page} />,
    handle: listHandle(page),
  };
  if (page.single) return [list];
  const edit: PageRoute = {
    path: page.editPattern ?? `${listPath}/edit/:id`,
    element: <EntityEditRoute page={page} />,
    handle: editHandle(page),
  };
  return [list, edit];
}
