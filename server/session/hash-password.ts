import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { fail } from '#shared/kernel/errors.ts';

/** scrypt's cost: N = 2^15, r = 8, p = 1 takes 32 MiB and about 0.1 s. Kept with each hash, so that it can grow. */
const COST = { log2N: 15, r: 8, p: 1 };
const SALT_BYTES = 16;
const KEY_BYTES = 32;

/** Hashes worked on at once, and most that wait: a flood of log-ins must not take the memory of the node. */
const AT_ONCE = 2;
const MAX_WAITING = 100;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MAX_WAITING) throw fail('tooManyRequests');
    await new Promise<void>((turn) => waiting.push(turn));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    // The place is handed on, or given back where nobody waits.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

const derive = (password: string, salt: Buffer, length: number, cost: typeof COST): Promise<Buffer> =>
  new Promise((done, failed) => {
    const N = 2 ** cost.log2N;
    const options = { N, r: cost.r, p: cost.p, maxmem: 256 * N * cost.r };
    scrypt(password.normalize('NFKC'), salt, length, options, (error, key) =>
      error ? failed(error) : done(key),
    );
  });

/** Makes what is stored of a password: `scrypt$15$8$1$<salt>$<key>`. */
export const hashPassword = (password: string): Promise<string> =>
  inTurn(async () => {
    const salt = randomBytes(SALT_BYTES);
    const key = await derive(password, salt, KEY_BYTES, COST);
    return ['scrypt', COST.log2N, COST.r, COST.p, salt.toString('base64'), key.toString('base64')].join('$');
  });

/** The hash of no password: checked where there is no account, so that both take the same time. */
const NOBODY = [
  'scrypt',
  COST.log2N,
  COST.r,
  COST.p,
  randomBytes(SALT_BYTES).toString('base64'),
  randomBytes(KEY_BYTES).toString('base64'),
].join('$');

/** Whether a password is the one that was hashed. Takes as long without a hash, and is then false. */
export const verifyPassword = (password: string, stored: string | null): Promise<boolean> =>
  inTurn(async () => {
    const [kind, log2N, r, p, salt, key] = (stored ?? NOBODY).split('$');
    if (kind !== 'scrypt' || !salt || !key) throw new Error('A stored password has an unknown form');
    const known = Buffer.from(key, 'base64');
    const cost = { log2N: Number(log2N), r: Number(r), p: Number(p) };
    const derived = await derive(password, Buffer.from(salt, 'base64'), known.length, cost);
    return timingSafeEqual(derived, known) && stored !== null;
  });
