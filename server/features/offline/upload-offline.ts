import { constants } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isFuzzyPath } from '#shared/entities/offline-file-setting.ts';
import { makeError } from '#shared/kernel/errors.ts';
import { findStoredFile } from '../../call/find-stored-file.ts';
import type { InstallationSettings } from '../../call/route.ts';
import type { Transaction } from '../../db/transaction.ts';
import { log } from '../../log.ts';
import { findWritableFolder } from './test-connection.ts';

/**
 * Finds the writable folder of a location.
 * @throws offlinePlaceClosed if the server may not use it, or cannot reach it
 */
async function openFolder(path: string, installation: InstallationSettings, id: number): Promise<string> {
  const folder = await findWritableFolder(path, installation.allowedOfflineLocations).catch(
    (error: unknown) => {
      const reason = error instanceof Error ? error.message : typeof error;
      log.warn({ id, reason }, 'An offline file storage cannot be reached');
      return null;
    },
  );
  if (folder === null) throw makeError('offlinePlaceClosed');
  return folder;
}

/**
 * Copies a file that the caller has uploaded into the folder of an offline file location. A fuzzy path, which contains
 * wildcards or variables, is only for finding files, so it accepts no upload. A file of the same name is never
 * overwritten.
 * @throws rowNotFound, fuzzyPath, offlineUploadToFolders, offlinePlaceClosed, offlineFileExists
 */
export async function uploadOfflineFile(
  tx: Transaction,
  installation: InstallationSettings,
  input: { id: number; file: number },
): Promise<{ name: string }> {
  const setting = await tx.db
    .selectFrom('offlineFileSetting')
    .select(['storageType', 'path'])
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', input.id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!setting) throw makeError('rowNotFound');
  const { path, storageType } = setting;
  if (isFuzzyPath(path)) throw makeError('fuzzyPath', { path });
  if (storageType !== 'localFolder') throw makeError('offlineUploadToFolders');
  const folder = await openFolder(path, installation, input.id);
  const source = await findStoredFile(
    { db: tx.db, installation },
    tx.factoryId,
    input.file,
    ({ accountId }) => accountId === tx.accountId,
  );
  const { file, name } = source as { file: string; name: string };
  tx.log({ entity: 'offlineFileSetting', id: input.id, action: 'uploadFile', after: { name } });
  await copyFile(file, join(folder, name), constants.COPYFILE_EXCL).catch((error: unknown) => {
    if ((error as { code?: string }).code === 'EEXIST') throw makeError('offlineFileExists', { name });
    throw error;
  });
  return { name };
}
