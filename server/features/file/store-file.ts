import { createHash } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fail } from '#shared/kernel/errors.ts';
import { inWork } from '../../db/work.ts';
import type { RawCall } from '../../call/raw-route.ts';
import { mediaTypeOf } from './file-types.ts';

const LONGEST = 120;

// oxlint-disable-next-line no-control-regex
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** A file's name without folders, invisible characters and signs that some system cannot store; its ending stays. */
function fileName(given: string): string {
  const base = given.normalize('NFC').split(/[/\\]/).at(-1)!;
  const clean = base
    .replace(INVISIBLE, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  const signs = [...clean];
  if (signs.length <= LONGEST) return clean || 'file';
  const ending = /\.[a-z0-9]{1,5}$/i.exec(clean)?.[0] ?? '';
  return signs.slice(0, LONGEST - ending.length).join('') + ending;
}

/** Largest attachment (specification §9). */
export const MAX_FILE = { bytes: 5 * 1024 * 1024, words: '5 MB' };

/** Largest file that is handed out to people: an installer, not an image of a system. */
export const MAX_DOWNLOAD = { bytes: 100 * 1024 * 1024, words: '100 MB' };

/** Where a stored file lies: outside everything that is served. */
export const placeOf = (filesDir: string, factoryId: number, id: number): string =>
  join(filesDir, String(factoryId), String(id));

async function uploadIn({ body, contentType }: RawCall): Promise<File> {
  let form: FormData;
  try {
    form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw fail('paramCheckFailed');
  }
  const given = form.getAll('file');
  const file = given[0];
  if (given.length !== 1 || !(file instanceof File))
    throw fail('fieldsInvalid', {}, { file: { reason: 'required' } });
  return file;
}

/** Writes the whole file or nothing, and not only into the memory of the system. */
async function write(place: string, content: Uint8Array): Promise<void> {
  await mkdir(join(place, '..'), { recursive: true, mode: 0o700 });
  const draft = `${place}.new`;
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, place);
}

/**
 * Keeps an uploaded file.
 * @param largest how large it may be
 * @param anyKind also what is none of the kinds that are kept: it is only ever downloaded
 * @throws tooLarge, fileType where its content is none of the kinds that are kept
 */
export async function storeFile(call: RawCall, largest = MAX_FILE, anyKind = false) {
  const { user, installation, origin } = call;
  const file = await uploadIn(call);
  if (file.size > largest.bytes) throw fail('tooLarge', { max: largest.words });
  const content = new Uint8Array(await file.arrayBuffer());
  const name = fileName(file.name);
  const known = content.length > 0 ? await mediaTypeOf(name, content) : null;
  const mediaType = known ?? (anyKind && content.length > 0 ? 'application/octet-stream' : null);
  if (mediaType === null) throw fail('fileType');
  const kept = { name, mediaType, bytes: content.length };
  const sha256 = createHash('sha256').update(content).digest('hex');

  const actor = { factoryId: user.factoryId, accountId: user.accountId, name: user.name, ip: origin.ip };
  let place: string | null = null;
  try {
    return await inWork(call.db, actor, async (work) => {
      const { id } = await work.db
        .insertInto('storedFile')
        .values({
          factoryId: work.factoryId,
          createdBy: work.name,
          accountId: user.accountId,
          sha256,
          ...kept,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      place = placeOf(installation.filesDir, work.factoryId, id);
      await write(place, content);
      work.log({ entity: 'storedFile', id, action: 'add', after: { ...kept, sha256 } });
      return { id, ...kept };
    });
  } catch (error) {
    // Without its row the file belongs to nothing.
    if (place !== null) await rm(place, { force: true });
    throw error;
  }
}
