import { createCipheriv, randomBytes } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;

/**
 * Reads the encryption key, and creates it if it is missing. The key is stored next to the uploaded
 * files, which all nodes share. It is not in the database, so a copy of the database alone reveals
 * no secret.
 */
async function readOrCreateKey(filesDir: string): Promise<Buffer> {
  const place = join(filesDir, 'seal.key');
  try {
    await mkdir(filesDir, { recursive: true, mode: 0o700 });
    // With the flag wx, only one node can create the key, and no node overwrites it.
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
 * Encrypts a secret for one row. The ciphertext cannot be decrypted in the context of another row.
 * @param of the text that identifies the row; the cipher uses it as additional authenticated data
 * @returns the initialisation vector, the authentication tag and the ciphertext, together in base64
 */
export async function encryptSecret(filesDir: string, of: string, secret: string): Promise<string> {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, await readOrCreateKey(filesDir), iv).setAAD(Buffer.from(of));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
}
