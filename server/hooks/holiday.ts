import { sql } from 'kysely';
import { fail } from '#shared/kernel/errors.ts';
import type { Hooks } from './hooks.ts';

/** A weekly rest has a weekday, every other one a date; each day is spoken of once. */
export const holidayHooks: Hooks = {
  beforeSave: async (work, next, before) => {
    const [kept, dropped] = next.kind === 'weeklyRest' ? ['weekday', 'date'] : ['date', 'weekday'];
    next[dropped!] = null;
    if (next[kept!] === null) throw fail('fieldsInvalid', {}, { [kept!]: { reason: 'required' } });
    await sql`select pg_advisory_xact_lock(hashtext(${`holiday ${work.factoryId}`}))`.execute(work.db);
    const other = await work.db
      .selectFrom('holiday')
      .select('name')
      .where('factoryId', '=', work.factoryId)
      .where('deletedAt', 'is', null)
      .where('id', '<>', before?.id ?? 0)
      .where(kept as 'date', '=', next[kept!] as string)
      .executeTakeFirst();
    if (other) throw fail('holidayTaken', { name: other.name }, { [kept!]: { reason: 'repeated' } });
  },
};
