import { isOpen, toAct, type Permission } from '#shared/kernel/permissions.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { OWNED_COLUMNS } from '../kernel/column-owners.ts';

/** Builds the list name under which the columns of a report are stored. */
export const reportList = (name: string): string => `report.${name}`;

/**
 * Returns the permission that is needed to set the columns of a list for the whole factory. It is
 * the permission for the page that sets the columns, or else the permission to change the rows of
 * the list.
 * @param entity the entity of the list; null for a report
 */
export function mayArrange(
  entity: Pick<EntityDeclaration, 'customColumns' | 'permission'> | null,
): Permission {
  const reports: Permission = `${OWNED_COLUMNS.report.permission}_MODIFY`;
  if (!entity) return reports;
  if (entity.customColumns) return `${OWNED_COLUMNS[entity.customColumns].permission}_MODIFY`;
  const modify = toAct(entity.permission, 'MODIFY');
  return isOpen(modify) ? reports : modify;
}
