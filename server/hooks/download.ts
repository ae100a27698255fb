import type { DraftOf, HooksOf } from './hooks.ts';

/**
 * Copies the name, the size and the hash of the file to the row of the download. Without a file, these values
 * are cleared.
 */
export const downloadHooks: HooksOf<'download'> = {
  beforeSave: async (tx, next) => {
    if (next.fileId === null || next.fileId === undefined) {
      Object.assign(next, { fileName: null, bytes: 0, sha256: null } satisfies Partial<DraftOf<'download'>>);
      return;
    }
    const file = await tx.db
      .selectFrom('storedFile')
      .select(['name', 'bytes', 'sha256'])
      .where('factoryId', '=', tx.factoryId)
      .where('id', '=', next.fileId)
      .executeTakeFirst();
    // The function `attachFiles` refuses ids of files that do not exist.
    if (!file) return;
    Object.assign(next, {
      fileName: file.name,
      bytes: file.bytes,
      sha256: file.sha256,
    } satisfies Partial<DraftOf<'download'>>);
  },
};
