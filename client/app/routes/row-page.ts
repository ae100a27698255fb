import { entities, type EntityName } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { hasPermission, getActionPermission, type PermissionHolder } from '#shared/kernel/permissions.ts';
import type { AnyRow } from '#client/crud/row.ts';
import { customEntityPages, findEntityPage } from './entity-pages.ts';

/**
 * Returns the field that refers to the parent row, if the page of the parent row shows the rows of
 * this entity; otherwise undefined.
 */
export const getParentField = (entity: EntityName): string | undefined =>
  customEntityPages[entity]?.parentField;

/** Whether the id of a row is enough to build the address of the row's page. */
export function isRowIdEnoughForPath(name: string): boolean {
  const entity = name as EntityName;
  const page = findEntityPage(entity);
  return page ? page.editPattern === undefined : customEntityPages[entity]?.isIdEnough === true;
}

/**
 * Returns the address of a row's page; null if the row has no page.
 * @param row the id, and the other fields that the address contains
 */
export function getRowPagePath(name: string, row: { id: number } & Record<string, unknown>): string | null {
  const entity = name as EntityName;
  return findEntityPage(entity)?.editPath(row as AnyRow) ?? customEntityPages[entity]?.rowPath?.(row) ?? null;
}

/**
 * Whether a user may open a row's edit page. Always true for an entity without generated pages, such as a
 * work order.
 */
export const mayOpenEditPage = (user: PermissionHolder, entity: EntityName): boolean => {
  const { permission }: EntityDeclaration = entities[entity];
  return (
    !findEntityPage(entity) ||
    hasPermission(user, [getActionPermission(permission, 'ADD'), getActionPermission(permission, 'MODIFY')])
  );
};

/**
 * Returns the address of an entity's generated list with a search for the row's code or name; null if the
 * entity has no generated list.
 */
export function getListPathForRow(entity: EntityName, row: Record<string, unknown>): string | null {
  const page = findEntityPage(entity);
  if (!page) return null;
  const text = row['code'] ?? row[page.entity.shownAs];
  return typeof text === 'string' ? `${page.listPath}?${new URLSearchParams({ q: text })}` : page.listPath;
}

export const isEntityName = (name: string | undefined): name is EntityName =>
  name !== undefined && Object.hasOwn(entities, name);
