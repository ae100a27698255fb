import type { Transaction } from '../../db/transaction.ts';
import { readException } from './lock-exception.ts';

/** Adds a comment to an exception. Comments are never changed. @throws rowNotFound */
export async function commentException(
  tx: Transaction,
  { id, comment }: { id: number; comment: string },
): Promise<{ id: number }> {
  const exception = await readException(tx.db, tx.factoryId, id);
  const addedComment = await tx.db
    .insertInto('qualityComment')
    .values({
      factoryId: tx.factoryId,
      exceptionId: exception.id,
      text: comment,
      byName: tx.name,
      at: tx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  tx.announce('quality', 'qualityException', [exception.id]);
  tx.log({ entity: 'qualityException', id: exception.id, action: 'comment', after: { comment } });
  return addedComment;
}
