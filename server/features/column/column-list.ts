import { ENTITY_VERBS, type EntityDeclaration } from '#shared/kernel/entity.ts';
import { makeError } from '#shared/kernel/errors.ts';
import { hasPermission, getReadPermission, type Permission } from '#shared/kernel/permissions.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { entities } from '#shared/entities/index.ts';
import {
  buildReportListName,
  getArrangeColumnsPermission,
  SCREEN_LISTS,
} from '#shared/rules/column-arrangement.ts';
import { CUSTOM_COLUMN_LISTS_BY_OWNER } from '#shared/kernel/column-owners.ts';
import { buildDefaultColumns, type CustomColumn } from '#shared/rules/columns.ts';
import { loadCustomColumns } from '../../crud/custom-columns.ts';
import type { Db } from '../../db/database.ts';
import { reportDescriptors } from '../../reports/index.ts';

/** A list with configurable columns. */
export interface ArrangeableList {
  readonly listName: string;
  /** The permission to arrange the columns for the whole factory. */
  readonly permission: Permission;
  readonly customColumns: readonly CustomColumn[];
  readonly columnNames: ReadonlySet<string>;
}

const hasListPage = (entity: EntityDeclaration): boolean => (entity.verbs ?? ENTITY_VERBS).includes('page');

/**
 * Finds the list of an entity, of a report or of a hand-written screen by its name.
 * @throws fieldsInvalid if there is no such list; noPermission if the user may neither see the list nor
 * manage its custom columns
 */
export async function findArrangeableList(
  db: Db,
  user: CurrentUser,
  listName: string,
): Promise<ArrangeableList> {
  const report = reportDescriptors.find((descriptor) => buildReportListName(descriptor.name) === listName);
  const entity = Object.hasOwn(entities, listName)
    ? (entities as Record<string, EntityDeclaration>)[listName]
    : null;
  const screenList = SCREEN_LISTS.get(listName);
  const readPermission =
    report?.permission ??
    screenList?.permission ??
    (entity && hasListPage(entity) ? getReadPermission(entity.permission) : null);
  if (!readPermission) throw makeError('fieldsInvalid', {}, { list: { reason: 'notAChoice' } });
  // A user who manages custom columns may open the settings of a list without permission to read
  // its rows.
  const owner = entity?.customColumns;
  if (
    !hasPermission(
      user,
      owner ? [readPermission, CUSTOM_COLUMN_LISTS_BY_OWNER[owner].permission] : readPermission,
    )
  )
    throw makeError('noPermission');
  if (!entity) {
    const columnNames = new Set(Object.keys(report?.columns ?? screenList?.fields ?? {}));
    return { listName, permission: getArrangeColumnsPermission(null), customColumns: [], columnNames };
  }
  const customColumns = entity.customColumns
    ? await loadCustomColumns(db, user.factoryId, entity.customColumns)
    : [];
  const columnNames = new Set(buildDefaultColumns(entity, customColumns).map(({ name }) => name));
  return { listName, permission: getArrangeColumnsPermission(entity), customColumns, columnNames };
}
