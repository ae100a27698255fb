import { toAct, toRead } from '#shared/kernel/permissions.ts';
import type { PageHandle, PageRoute } from '#client/kit/pages/page-handle.ts';
import type { PageTab } from '#client/kit/pages/page-tabs.tsx';
import type { EntityPage } from '../entity-page.ts';
import { EntityEditRoute } from './entity-edit-route.tsx';
import { EntityListRoute } from './entity-list-route.tsx';

/** Returns the route handle of a list. The list requires the permission to see the rows. */
export const listHandle = ({ title, entity }: EntityPage): PageHandle => ({
  title,
  permission: toRead(entity.permission),
});

/**
 * Returns the route handle of an edit page. The page requires the permission to add or to modify
 * rows.
 */
export const editHandle = ({ title, listPath, entity: { permission } }: EntityPage): PageHandle => ({
  title,
  path: listPath,
  permission: [toAct(permission, 'ADD'), toAct(permission, 'MODIFY')],
});

/** Returns the tab that opens the list of an entity. */
export const tabOf = ({ title, listPath, entity }: EntityPage): Required<Omit<PageTab, 'end'>> => ({
  title,
  path: listPath,
  permission: toRead(entity.permission),
});

/** Returns the routes of an entity's list and edit page. */
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
