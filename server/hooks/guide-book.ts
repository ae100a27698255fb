import { sql } from 'kysely';
import { fail } from '#shared/kernel/errors.ts';
import type { Hooks } from './hooks.ts';

/** The pages of an area have one guide in each language. */
export const guideBookHooks: Hooks = {
  beforeSave: async (work, next, before) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`guide ${work.factoryId}`}))`.execute(work.db);
    const other = await work.db
      .selectFrom('guideBook')
      .select('title')
      .where('factoryId', '=', work.factoryId)
      .where('deletedAt', 'is', null)
      .where('id', '<>', before?.id ?? 0)
      .where('area', '=', next.area as 'home')
      .where('language', '=', next.language as 'zh_CN')
      .executeTakeFirst();
    if (other) throw fail('guideTaken', { title: other.title }, { language: { reason: 'repeated' } });
  },
};
