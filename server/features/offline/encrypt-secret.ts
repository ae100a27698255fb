import { createCipheriv, randomBytes } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;

/**
 * Reads the encryption key, or creates it. It is stored with the uploaded files, which all nodes share, and not in the
 * database, so that a copy of the database alone reveals no secret.
 */
async function readOrCreateKey(filesDir: string): Promise<Buffer> {
  const place = join(filesDir, 'seal.key');
  try {
    await mkdir(filesDir, { recursive: true, mode: 0o700 });
    // The flag wx lets only one node create the key and never overwrites it.
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
 * Encrypts a secret, bound to its context: the ciphertext cannot be decrypted for another row.
 * @param of the context, used as additional authenticated data
 * @returns initialisation vector, authentication tag and ciphertext, in base64
 */
export async function encryptSecret(filesDir: string, of: string, secret: string): Promise<string> {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, await readOrCreateKey(filesDir), iv).setAAD(Buffer.from(of));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
}
