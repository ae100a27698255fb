import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import type { HooksOf } from './hooks.ts';

/**
 * A classification keeps its class, and its parent has the same class. A classification with the sequence
 * number 0 is moved to the end of its class.
 */
export const classificationHooks: HooksOf<'classification'> = {
  beforeSave: async (tx, next, before) => {
    if (before && before.classId !== next.classId)
      throw makeError('classFixed', {}, { classId: { reason: 'notAChoice' } });
    if (next.parentId !== null) {
      const parent = await tx.db
        .selectFrom('classification')
        .select('classId')
        .where('factoryId', '=', tx.factoryId)
        .where('id', '=', next.parentId)
        .executeTakeFirst();
      if (parent && parent.classId !== next.classId)
        throw makeError('fieldsInvalid', {}, { parentId: { reason: 'notAReference' } });
    }
    if (next.seq !== 0) return;
    const nextSeq = await sql<{ seq: number }>`select coalesce(max(seq), 0) + 1 as seq from classification
      where factory_id = ${tx.factoryId} and class_id = ${next.classId} and deleted_at is null`.execute(
      tx.db,
    );
    next.seq = nextSeq.rows[0]!.seq;
  },
};
