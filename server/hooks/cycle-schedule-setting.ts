import { sql } from 'kysely';
import type { EntityName } from '#shared/entities/index.ts';
import { fail } from '#shared/kernel/errors.ts';
import { termParam } from '#shared/terms/error-message.ts';
import { refuseRepeated } from './refuse-repeated.ts';
import type { HooksOf } from './hooks.ts';
import { lockName } from '../db/lock.ts';
import { snake } from '../db/names.ts';
import type { Work } from '../db/work.ts';

/**
 * Refuses a second row of an entity of which a factory has only one row. A lock prevents concurrent
 * inserts.
 * @throws onlyOne
 */
async function refuseAnother(work: Work, entity: EntityName, id: number): Promise<void> {
  await lockName(work, 'onlyRow', entity);
  const other = await sql`select 1 from ${sql.table(snake(entity))}
    where factory_id = ${work.factoryId} and deleted_at is null and id <> ${id} limit 1`.execute(work.db);
  if (other.rows.length > 0) throw fail('onlyOne', { entity: termParam(entity) });
}

/** A factory has only one cycle schedule setting, and each rule occurs once in the setting. */
export const cycleScheduleSettingHooks: HooksOf<'cycleScheduleSetting'> = {
  beforeSave: async (_work, next) => refuseRepeated(next, 'rules', 'rule'),
  afterSave: (work, after) => refuseAnother(work, 'cycleScheduleSetting', after.id),
};
