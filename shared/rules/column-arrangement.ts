import { getFieldLabel, type FieldMap } from '#shared/kernel/fields.ts';
import {
  getActionPermission,
  isOpenPermission,
  PRODUCTION_PERMISSION,
  type Permission,
} from '#shared/kernel/permissions.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { CUSTOM_COLUMN_LISTS_BY_OWNER } from '../kernel/column-owners.ts';
import { FOUND_PIECES_COLUMNS, FOUND_PIECES_LIST } from '../quality/recall-fields.ts';
import { getDefaultAlignment, type ListColumn } from './columns.ts';

/** Builds the list name under which the column settings of a report are stored. */
export const buildReportListName = (name: string): string => `report.${name}`;

/**
 * Returns the permission that is needed to set the columns of a list for the whole factory.
 * - For a list with custom columns: the permission to change these columns.
 * - For another list: the permission to change the rows of the list.
 * - For a report, and for a list whose rows need no permission of a role: the permission to change the custom columns
 *   of work reports.
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

/** A table of a hand-written screen whose columns people can arrange. */
interface ScreenList {
  /** The permission of the screen. */
  readonly permission: Permission;
  readonly fields: FieldMap;
}

/** The tables of hand-written screens whose columns people can arrange, by the name of their settings. */
export const SCREEN_LISTS: ReadonlyMap<string, ScreenList> = new Map([
  [FOUND_PIECES_LIST, { permission: PRODUCTION_PERMISSION, fields: FOUND_PIECES_COLUMNS }],
]);

/** Builds the default columns of a table of a hand-written screen: all are visible. */
export const buildScreenColumns = (fields: FieldMap): ListColumn[] =>
  Object.entries(fields).map(([name, field], index) => ({
    name,
    field,
    custom: null,
    label: getFieldLabel(name, field),
    shown: true,
    order: index + 1,
    width: null,
    align: getDefaultAlignment(field),
  }));
