import { createCipheriv, randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const KEY_BYTES = 32;

/** Reads the encryption key; null if the file does not exist or does not hold a complete key. */
async function readKey(path: string): Promise<Buffer | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const key = Buffer.from(text.trim(), 'hex');
  return key.length === KEY_BYTES ? key : null;
}

/**
 * Reads the encryption key, and creates it if it is missing. The key is stored next to the uploaded
 * files, which all nodes share. It is not in the database, so a copy of the database alone reveals
 * no secret.
 */
async function readOrCreateKey(filesDir: string): Promise<Buffer> {
  const path = join(filesDir, 'seal.key');
  const storedKey = await readKey(path);
  if (storedKey) return storedKey;
  await mkdir(filesDir, { recursive: true, mode: 0o700 });
  // The file gets its final name only when it is complete. `link` fails if another node was faster.
  const draftPath = `${path}.${randomBytes(8).toString('hex')}`;
  const handle = await open(draftPath, 'wx', 0o600);
  try {
    await handle.writeFile(randomBytes(KEY_BYTES).toString('hex'));
    await handle.sync();
    await link(draftPath, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await handle.close();
    await unlink(draftPath);
  }
  const key = await readKey(path);
  if (!key) throw new Error(`${path} holds no key of ${KEY_BYTES} bytes`);
  return key;
}

/**
 * Encrypts a secret for one row. The ciphertext cannot be decrypted in the context of another row.
 * @param context the text that identifies the row; the cipher uses it as additional authenticated data
 * @returns the initialisation vector, the authentication tag and the ciphertext, together in base64
 */
export async function encryptSecret(filesDir: string, context: string, secret: string): Promise<string> {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, await readOrCreateKey(filesDir), iv).setAAD(Buffer.from(context));
  const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString('base64');
}
