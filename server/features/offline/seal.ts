import { createCipheriv, randomBytes } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;

/**
 * The key with which secrets are sealed: it lies beside the uploaded files, which all nodes share, and not in the
 * database, so that a copy of the database alone opens nothing.
 */
async function sealKey(filesDir: string): Promise<Buffer> {
  const place = join(filesDir, 'seal.key');
  try {
    await mkdir(filesDir, { recursive: true, mode: 0o700 });
    // Only one node makes it; a key that is there is never replaced.
    const handle = await open(place, 'wx', 0o600);
    try {
      await handle.writeFile(randomBytes(32).toString('hex'));
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return Buffer.from((await readFile(place, 'utf8')).trim(), 'hex');
}

/**
 * Seals a secret for its place: sealed text that is moved to another row does not open.
 * @param of what it belongs to
 * @returns initialisation vector, tag and text one after the other, in base64
 */
export async function seal(filesDir: string, of: string, secret: string): Promise<string> {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, await sealKey(filesDir), iv).setAAD(Buffer.from(of));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
}
