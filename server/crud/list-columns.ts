import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { buildDefaultColumns, resolveColumns, type ListColumn } from '#shared/rules/columns.ts';
import type { Db } from '../db/database.ts';
import type { Viewer } from '../hooks/hooks.ts';
import { loadColumnSettings } from './load-column-settings.ts';
import { loadCustomColumns } from './custom-columns.ts';

/** Loads the columns of an entity's list for a viewer, in display order, including hidden columns. */
export async function loadListColumns(
  db: Db,
  viewer: Viewer,
  entity: EntityDeclaration,
): Promise<ListColumn[]> {
  const { factoryDefault, own: ownSettings } = await loadColumnSettings(db, viewer, entity.name);
  const customColumns = entity.customColumns
    ? await loadCustomColumns(db, viewer.factoryId, entity.customColumns)
    : [];
  return resolveColumns(
    buildDefaultColumns(entity, customColumns),
    factoryDefault.columns,
    ownSettings.columns,
  );
}
