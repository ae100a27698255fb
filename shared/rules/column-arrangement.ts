import { isOpenPermission, getActionPermission, type Permission } from '#shared/kernel/permissions.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { CUSTOM_COLUMN_LISTS_BY_OWNER } from '../kernel/column-owners.ts';

/** Builds the list name under which the column settings of a report are stored. */
export const buildReportListName = (name: string): string => `report.${name}`;

/**
 * Returns the permission that is needed to set the columns of a list for the whole factory. For a list with custom
 * columns, it is the permission to change these columns. For another list, it is the permission to change the rows of
 * the list. If no role holds that permission, and for a report, it is the permission to change the custom columns of
 * work reports.
 * @param entity the entity of the list; null for a report
 */
export function getArrangeColumnsPermission(
  entity: Pick<EntityDeclaration, 'customColumns' | 'permission'> | null,
): Permission {
  const reportPermission: Permission = `${CUSTOM_COLUMN_LISTS_BY_OWNER.report.permission}_MODIFY`;
  if (!entity) return reportPermission;
  if (entity.customColumns) return `${CUSTOM_COLUMN_LISTS_BY_OWNER[entity.customColumns].permission}_MODIFY`;
  const modifyPermission = getActionPermission(entity.permission, 'MODIFY');
  return isOpenPermission(modifyPermission) ? reportPermission : modifyPermission;
}
