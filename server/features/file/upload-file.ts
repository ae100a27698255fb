import { createHash } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeError } from '#shared/kernel/errors.ts';
import { runTransaction } from '../../db/transaction.ts';
import { buildFilePath } from '../../call/find-stored-file.ts';
import type { RawCall } from '../../call/raw-route.ts';
import { detectMediaType } from './media-type.ts';

const MAX_FILE_NAME_LENGTH = 120;

// oxlint-disable-next-line no-control-regex
const INVISIBLE_CHARACTERS = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/**
 * Cleans a file name. It removes folders and invisible characters, replaces characters that some
 * operating systems forbid, and shortens a long name but keeps its extension.
 */
function cleanFileName(name: string): string {
  const baseName = name.normalize('NFC').split(/[/\\]/).at(-1)!;
  const cleanName = baseName
    .replace(INVISIBLE_CHARACTERS, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  const characters = [...cleanName];
  if (characters.length <= MAX_FILE_NAME_LENGTH) return cleanName || 'file';
  const extension = /\.[a-z0-9]{1,5}$/i.exec(cleanName)?.[0] ?? '';
  return characters.slice(0, MAX_FILE_NAME_LENGTH - extension.length).join('') + extension;
}

/** The maximum size of an attachment (specification §9). */
export const MAX_ATTACHMENT_SIZE = { bytes: 5 * 1024 * 1024, label: '5 MB' };

/** The maximum size of a download, such as an installer. */
export const MAX_DOWNLOAD_SIZE = { bytes: 100 * 1024 * 1024, label: '100 MB' };

async function parseUpload({ body, contentType }: RawCall): Promise<File> {
  let form: FormData;
  try {
    form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw makeError('paramCheckFailed');
  }
  const files = form.getAll('file');
  const file = files[0];
  if (files.length !== 1 || !(file instanceof File))
    throw makeError('fieldsInvalid', {}, { file: { reason: 'required' } });
  return file;
}

/** Writes either the whole file or nothing, and flushes the file to the disk. */
async function writeWholeFile(path: string, content: Uint8Array): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
  const temporaryPath = `${path}.new`;
  const handle = await open(temporaryPath, 'w', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporaryPath, path);
}

/**
 * Stores an uploaded file.
 * @param limit the maximum size of the file, in bytes and as text for the error message
 * @param acceptsAnyType whether files of unknown types are accepted too; true for files that users only download
 * @throws paramCheckFailed if the body is no multipart form; fieldsInvalid if it does not have exactly one file;
 * tooLarge; fileType if the file is empty or its type is not allowed
 */
export async function storeUploadedFile(call: RawCall, limit = MAX_ATTACHMENT_SIZE, acceptsAnyType = false) {
  const { user, installation, sender } = call;
  const file = await parseUpload(call);
  if (file.size > limit.bytes) throw makeError('tooLarge', { max: limit.label });
  const content = new Uint8Array(await file.arrayBuffer());
  const name = cleanFileName(file.name);
  const detectedMediaType = content.length > 0 ? await detectMediaType(name, content) : null;
  const mediaType =
    detectedMediaType ?? (acceptsAnyType && content.length > 0 ? 'application/octet-stream' : null);
  if (mediaType === null) throw makeError('fileType');
  const details = { name, mediaType, bytes: content.length };
  const sha256 = createHash('sha256').update(content).digest('hex');

  const actor = { factoryId: user.factoryId, accountId: user.accountId, name: user.name, ip: sender.ip };
  let path: string | null = null;
  try {
    return await runTransaction(call.db, actor, async (tx) => {
      const { id } = await tx.db
        .insertInto('storedFile')
        .values({
          factoryId: tx.factoryId,
          createdBy: tx.name,
          accountId: user.accountId,
          sha256,
          ...details,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      path = buildFilePath(installation.filesDir, tx.factoryId, id);
      await writeWholeFile(path, content);
      tx.log({ entity: 'storedFile', id, action: 'add', after: { ...details, sha256 } });
      return { id, ...details };
    });
  } catch (error) {
    // The transaction failed, so no row of the database refers to the file.
    if (path !== null) await rm(path, { force: true });
    throw error;
  }
}
