import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fail } from '#shared/kernel/errors.ts';
import type { RawCall } from '../../../call/raw-route.ts';

/** How long a workbook is kept between its check and its writing, in milliseconds. */
const KEPT_MS = 60 * 60_000;
const NAME = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Workbooks lie beside the uploaded files, outside everything that is served, each with whoever sent it. */
const folderOf = ({ installation, user }: Pick<RawCall, 'installation' | 'user'>): string =>
  join(installation.filesDir, 'imports', String(user.factoryId), String(user.accountId));

/** Takes away what somebody has checked and left. */
async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    const found = await stat(file).catch(() => null);
    if (found && Date.now() - found.mtimeMs > KEPT_MS) await rm(file, { force: true });
  }
}

/** Keeps the payload of a call for its writing. @returns what to ask for it by, and where it lies */
export async function keepFile(call: RawCall): Promise<{ id: string; path: string }> {
  const folder = folderOf(call);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await sweep(folder);
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
 * Where a kept workbook lies; nobody gets at that of somebody else.
 * @throws importFileGone
 */
export async function findFile(
  call: Pick<RawCall, 'installation' | 'user'>,
  id: string | null,
): Promise<string> {
  if (id === null || !NAME.test(id)) throw fail('importFileGone');
  const path = join(folderOf(call), id);
  const found = await stat(path).catch(() => null);
  if (!found) throw fail('importFileGone');
  return path;
}

/** Takes a kept workbook away; it may be gone already. */
export const dropFile = (path: string): Promise<void> => rm(path, { force: true });
