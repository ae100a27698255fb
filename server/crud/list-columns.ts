import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { declaredColumns, resolveColumns, type ListColumn } from '#shared/rules/columns.ts';
import type { Db } from '../db/database.ts';
import type { Viewer } from '../hooks/hooks.ts';
import { columnSettings } from './column-settings.ts';
import { customColumnsOf } from './custom-columns.ts';

/** Loads the columns of an entity's list for a viewer, in display order, including hidden ones. */
export async function listColumns(db: Db, viewer: Viewer, entity: EntityDeclaration): Promise<ListColumn[]> {
  const { factoryDefault, own } = await columnSettings(db, viewer, entity.name);
  const customs = entity.customColumns
    ? await customColumnsOf(db, viewer.factoryId, entity.customColumns)
    : [];
  return resolveColumns(declaredColumns(entity, customs), factoryDefault.columns, own.columns);
}
