import { isOpen, toAct, type Permission } from '#shared/kernel/permissions.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { OWNED_COLUMNS } from '../kernel/column-owners.ts';

/** The list name under which the columns of a report are stored. */
export const reportList = (name: string): string => `report.${name}`;

/**
 * The permissions for setting the columns of a list for the whole factory: the code of the page that sets them,
 * or permission to change the rows of the list.
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
