import { getActionPermission, getReadPermission } from '#shared/kernel/permissions.ts';
import type { PageHandle, PageRoute } from '#client/kit/pages/page-handle.ts';
import type { PageTab } from '#client/kit/pages/page-tabs.tsx';
import type { EntityPage } from '../entity-page.ts';
import { EntityEditRoute } from './entity-edit-route.tsx';
import { EntityListRoute } from './entity-list-route.tsx';

/** Returns the route handle of a list. The list requires the permission to see the rows. */
export const makeListHandle = ({ title, entity }: EntityPage): PageHandle => ({
  title,
  permission: getReadPermission(entity.permission),
});

/**
 * Returns the route handle of an edit page. The page requires the permission to add or to modify
 * rows.
 */
export const makeEditHandle = ({ title, listPath, entity: { permission } }: EntityPage): PageHandle => ({
  title,
  path: listPath,
  permission: [getActionPermission(permission, 'ADD'), getActionPermission(permission, 'MODIFY')],
});

/** Returns the tab that opens the list of an entity. */
export const makeListTab = ({ title, listPath, entity }: EntityPage): Required<Omit<PageTab, 'end'>> => ({
  title,
  path: listPath,
  permission: getReadPermission(entity.permission),
});

/** Returns the routes of an entity's list and edit page. A single record has only one route. */
export function makeEntityRoutes(page: EntityPage): PageRoute[] {
  const { list: List, listPath } = page;
  const listRoute: PageRoute = {
    path: listPath,
    element: List ? <List /> : <EntityListRoute page={page} />,
    handle: makeListHandle(page),
  };
  if (page.isSingle) return [listRoute];
  const editRoute: PageRoute = {
    path: page.editPattern ?? `${listPath}/edit/:id`,
    element: <EntityEditRoute page={page} />,
    handle: makeEditHandle(page),
  };
  return [listRoute, editRoute];
}
