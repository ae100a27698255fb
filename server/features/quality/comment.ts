import { attachFiles, refuseNonImage } from '../../crud/attach-files.ts';
import type { Transaction } from '../../db/transaction.ts';
import { COMMENT_FIELDS } from './exception-fields.ts';
import { readException } from './lock-exception.ts';

/**
 * Adds a comment to an exception, with a picture or without. Comments are never changed.
 * @throws rowNotFound, referenceMissing, fileType
 */
export async function commentException(
  tx: Transaction,
  { id, comment, picture }: { id: number; comment: string; picture: number | null },
): Promise<{ id: number }> {
  const exception = await readException(tx.db, tx.factoryId, id);
  await attachFiles(tx, COMMENT_FIELDS, [{ next: { picture }, before: null }]);
  if (picture !== null) await refuseNonImage(tx, 'picture', picture);
  const addedComment = await tx.db
    .insertInto('qualityComment')
    .values({
      factoryId: tx.factoryId,
      exceptionId: exception.id,
      text: comment,
      picture,
      byName: tx.name,
      at: tx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  tx.announce('quality', 'qualityException', [exception.id]);
  tx.log({ entity: 'qualityException', id: exception.id, action: 'comment', after: { comment, picture } });
  return addedComment;
}
