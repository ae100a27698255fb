import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { makeError } from '#shared/kernel/errors.ts';
import type { RawCall } from '../../../call/raw-route.ts';

/**
 * The maximum age of a stored workbook, in milliseconds. The next upload of the account deletes older
 * workbooks.
 */
const MAX_FILE_AGE_MS = 60 * 60_000;
const FILE_ID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/**
 * Returns the folder of the uploaded workbooks of an account. No route gives access to this folder.
 */
const getWorkbookFolder = ({ installation, user }: Pick<RawCall, 'installation' | 'user'>): string =>
  join(installation.filesDir, 'imports', String(user.factoryId), String(user.accountId));

/** Deletes the workbooks of a folder that are older than MAX_FILE_AGE_MS. */
async function deleteOldWorkbooks(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    const fileStats = await stat(file).catch(() => null);
    if (fileStats && Date.now() - fileStats.mtimeMs > MAX_FILE_AGE_MS) await rm(file, { force: true });
  }
}

/** Stores the uploaded file of a call. @returns the id and the path of the file */
export async function storeWorkbook(call: RawCall): Promise<{ id: string; path: string }> {
  const folder = getWorkbookFolder(call);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await deleteOldWorkbooks(folder);
  const id = randomUUID();
  const path = join(folder, id);
  try {
    await pipeline(call.payload, createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return { id, path };
}

/**
 * Finds the path of a stored workbook. Only the account that uploaded the workbook can find it.
 * @throws importFileGone
 */
export async function findWorkbookPath(
  call: Pick<RawCall, 'installation' | 'user'>,
  id: string | null,
): Promise<string> {
  if (id === null || !FILE_ID_PATTERN.test(id)) throw makeError('importFileGone');
  const path = join(getWorkbookFolder(call), id);
  const fileStats = await stat(path).catch(() => null);
  if (!fileStats) throw makeError('importFileGone');
  return path;
}

/** Deletes a stored workbook, if it still exists. */
export const deleteWorkbook = (path: string): Promise<void> => rm(path, { force: true });
