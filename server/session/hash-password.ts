import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { FairTaskLimiter } from '../call/slot-queue.ts';
import { SCRYPT_COST, type ScryptCost } from './hash-cost.ts';

const SALT_BYTES = 16;
const KEY_BYTES = 32;

/**
 * The maximum numbers of running and of queued hashes, so that many logins at the same time cannot exhaust the
 * memory.
 */
const MAX_CONCURRENT_HASHES = 2;
const MAX_QUEUED_HASHES = 100;

const hashQueue = new FairTaskLimiter(MAX_CONCURRENT_HASHES, MAX_QUEUED_HASHES);

/**
 * The kind of new hashes, stored as the first part of each hash. The kind determines how the password is
 * normalized. Hashes of the old kind `scrypt` stay valid until their password is changed.
 */
const HASH_KIND = 'scrypt-nfc';
const NORMALIZATION_BY_KIND: Readonly<Record<string, 'NFC' | 'NFKC'>> = {
  [HASH_KIND]: 'NFC',
  scrypt: 'NFKC',
};

const deriveKey = (password: string, salt: Buffer, length: number, cost: ScryptCost): Promise<Buffer> =>
  new Promise((done, fail) => {
    const N = 2 ** cost.log2N;
    const options = { N, r: cost.r, p: cost.p, maxmem: 256 * N * cost.r };
    scrypt(password, salt, length, options, (error, key) => (error ? fail(error) : done(key)));
  });

/** Formats a hash for storage, with the parameters of new hashes. */
const formatHash = (salt: Buffer, key: Buffer): string => {
  const { log2N, r, p } = SCRYPT_COST;
  return [HASH_KIND, log2N, r, p, salt.toString('base64'), key.toString('base64')].join('$');
};

/** Hashes a password for storage, in the form `scrypt-nfc$15$8$1$<salt>$<key>`. */
export const hashPassword = (password: string): Promise<string> =>
  hashQueue.run(async () => {
    const salt = randomBytes(SALT_BYTES);
    const key = await deriveKey(password.normalize('NFC'), salt, KEY_BYTES, SCRYPT_COST);
    return formatHash(salt, key);
  });

/**
 * Makes a dummy hash for unknown accounts, so that verifying their passwords takes as long as for other
 * accounts.
 */
const makeDummyHash = (): string => formatHash(randomBytes(SALT_BYTES), randomBytes(KEY_BYTES));

/**
 * Whether a password matches a stored hash. If the hash is null, the check takes equally long, and the result is false.
 */
export const verifyPassword = (password: string, storedHash: string | null): Promise<boolean> =>
  hashQueue.run(async () => {
    const [kind, log2N, r, p, salt, key] = (storedHash ?? makeDummyHash()).split('$');
    const normalization = NORMALIZATION_BY_KIND[kind!];
    if (!normalization || !salt || !key) throw new Error('A stored password has an unknown form');
    const storedKey = Buffer.from(key, 'base64');
    const cost = { log2N: Number(log2N), r: Number(r), p: Number(p) };
    const derivedKey = await deriveKey(
      password.normalize(normalization),
      Buffer.from(salt, 'base64'),
      storedKey.length,
      cost,
    );
    return timingSafeEqual(derivedKey, storedKey) && storedHash !== null;
  });
