import { entities, type EntityName } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { can, toAct, type Permitted } from '#shared/kernel/permissions.ts';
import type { AnyRow } from '#client/crud/row.ts';
import { elsewhere, pageOf } from './entity-pages.ts';

/** Of what has no page of its own: the field that refers to the row on whose page it is shown. */
export const fieldOfShower = (entity: EntityName): string | undefined => elsewhere[entity]?.on;

/** Whether the address of a row's page needs nothing but its id. */
export function isPlain(name: string): boolean {
  const entity = name as EntityName;
  const page = pageOf(entity);
  return page ? page.editPattern === undefined : elsewhere[entity]?.byId === true;
}

/**
 * Where the page of a row stands.
 * @param row its id, and what else of the row its address is made of
 * @returns null where it has none
 */
export function rowPage(name: string, row: { id: number } & Record<string, unknown>): string | null {
  const entity = name as EntityName;
  return pageOf(entity)?.editPath(row as AnyRow) ?? elsewhere[entity]?.rowPath?.(row) ?? null;
}

/** Whether somebody may open the page on which a row is edited; orders and their parts are shown to all who may see them. */
export const mayEdit = (user: Permitted, entity: EntityName): boolean => {
  const { permission }: EntityDeclaration = entities[entity];
  return !pageOf(entity) || can(user, [toAct(permission, 'ADD'), toAct(permission, 'MODIFY')]);
};

/** The list in which a row stands, narrowed to it: for those who may see it but not edit it. */
export function rowInList(entity: EntityName, row: Record<string, unknown>): string | null {
  const page = pageOf(entity);
  if (!page) return null;
  const text = row['code'] ?? row[page.entity.shownAs];
  return typeof text === 'string' ? `${page.listPath}?${new URLSearchParams({ q: text })}` : page.listPath;
}

/** Whether there is such an entity. */
export const isEntity = (name: string | undefined): name is EntityName =>
  name !== undefined && Object.hasOwn(entities, name);
