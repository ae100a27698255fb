import { sql } from 'kysely';
import { fail } from '#shared/kernel/errors.ts';
import type { Hooks } from './hooks.ts';

/** On any day the costs of a pool are shared by one key: no two settings of one pool begin on the same. */
export const costShareSettingHooks: Hooks = {
  beforeSave: async (work, next, before) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`cost share ${work.factoryId}`}))`.execute(work.db);
    const other = await sql`select 1 from cost_share_setting
      where factory_id = ${work.factoryId} and deleted_at is null and id <> ${before?.id ?? 0}
        and cost_type_id = ${next.costTypeId} and valid_from = ${next.validFrom}::date
        and department_id is not distinct from ${next.departmentId}::bigint limit 1`.execute(work.db);
    if (other.rows.length > 0)
      throw fail('costShareTaken', { day: next.validFrom as string }, { validFrom: { reason: 'repeated' } });
  },
};
