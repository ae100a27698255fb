import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeError } from '#shared/kernel/errors.ts';
import { log } from '../log.ts';
import type { RawAnswer, RawCall } from './raw-route.ts';

/** Builds the path of a stored file. The server does not serve this folder as static files. */
export const buildFilePath = (filesDir: string, factoryId: number, id: number): string =>
  join(filesDir, String(factoryId), String(id));

/**
 * Finds the content of a stored file.
 * @throws rowNotFound; fileLost if the content is missing or incomplete
 */
export async function findStoredFile(
  { db, installation }: Pick<RawCall, 'db' | 'installation'>,
  factoryId: number,
  id: number,
  mayRead: (row: { accountId: number | null; attachedAt: string | null }) => boolean | Promise<boolean>,
): Promise<RawAnswer> {
  const row = await db
    .selectFrom('storedFile')
    .select(['id', 'name', 'mediaType', 'bytes', 'accountId', 'attachedAt'])
    .where('factoryId', '=', factoryId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row || !(await mayRead(row))) throw makeError('rowNotFound');
  const { name, mediaType, bytes } = row;
  const file = buildFilePath(installation.filesDir, factoryId, row.id);
  // After a database restore or a disk failure, the file may be missing or incomplete. An
  // incomplete file is never sent.
  const fileStats = await stat(file).catch((error: unknown) => {
    if ((error as { code?: string }).code === 'ENOENT') return null;
    throw error;
  });
  if (fileStats?.size !== bytes) {
    log.warn({ file, bytes, found: fileStats?.size ?? null }, 'The content of a stored file is lost');
    throw makeError('fileLost', { name });
  }
  return { file, name, mediaType, bytes };
}
