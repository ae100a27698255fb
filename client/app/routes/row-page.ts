import { entities, type EntityName } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { can, toAct, type Permitted } from '#shared/kernel/permissions.ts';
import type { AnyRow } from '#client/crud/row.ts';
import { craftsPage, pageOf } from './entity-pages.ts';

/** What has no page of its own is shown on that of another: the entity that it belongs to, and the field that says so. */
export const SHOWN_ON: Readonly<Record<string, string>> = {
  process: 'partId',
  card: 'partId',
  workReport: 'processId',
};

/** Whether the address of a row's page needs nothing but its id. */
export const isPlain = (entity: string): boolean =>
  entity === 'workOrder' || (pageOf(entity as EntityName) !== undefined && entity !== 'department');

/**
 * Where the page of a row stands.
 * @param row its id, and of a craft its type, of a department its parent, of a part its order
 * @returns null where it has none
 */
export function rowPage(entity: string, row: { id: number } & Record<string, unknown>): string | null {
  if (entity === 'workOrder') return `/order/${row.id}`;
  if (entity === 'part') return `/order/${String(row['orderId'])}?part=${row.id}`;
  if (entity === 'abnormalCall') return '/andon';
  if (entity === 'craft') return craftsPage(String(row['craftType'])).editPath(row as AnyRow);
  return pageOf(entity as EntityName)?.editPath(row as AnyRow) ?? null;
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
