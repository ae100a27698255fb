import { createPrivateKey, generateKeyPair, randomBytes, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { waitForNodeLock } from '../db/lock.ts';

/**
 * The number of days for which callers get a key pair, and the number of additional days for which the server
 * accepts it.
 */
const KEY_OFFERED_DAYS = 30;
const KEY_OVERLAP_DAYS = 7;
/** Minimum interval between two database searches for an unknown key, in milliseconds. */
const MIN_KEY_LOOKUP_INTERVAL_MS = 1000;
const HOUR_MS = 3_600_000;

interface WireKeyRow {
  id: string;
  privateKey: string;
  publicKey: string;
  retired: boolean;
  due: boolean;
}

const generateKeyPairAsync = promisify(generateKeyPair);

async function makeKeyPair() {
  const { privateKey, publicKey } = await generateKeyPairAsync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  return { id: randomBytes(6).toString('hex'), privateKey, publicKey };
}

/** The key pairs of the parameter header, shared by all nodes of a database. */
export class WireKeys {
  private readonly db: Db;
  private readonly privateKeys = new Map<string, KeyObject>();
  private newestKey: { id: string; publicKey: string } = { id: '', publicKey: '' };
  private lastReadAt = 0;

  private constructor(db: Db) {
    this.db = db;
  }

  /** Loads the key pairs, and makes a new pair if none is current. */
  static async open(db: Db): Promise<WireKeys> {
    const keys = new WireKeys(db);
    await keys.rotate();
    return keys;
  }

  /** The id and the public key that callers use. */
  get current(): { id: string; publicKey: string } {
    return this.newestKey;
  }

  /** Finds the private key with an id; null if the id is unknown or no longer accepted. */
  async findPrivateKey(id: string): Promise<KeyObject | null> {
    if (!this.privateKeys.has(id) && Date.now() - this.lastReadAt > MIN_KEY_LOOKUP_INTERVAL_MS)
      await this.read();
    return this.privateKeys.get(id) ?? null;
  }

  /**
   * Checks every hour whether a new pair is due.
   * @returns a function that stops the checks
   */
  startRotation(onError: (error: unknown, message: string) => void): () => Promise<void> {
    let rotation: Promise<void> = Promise.resolve();
    const timer = setInterval(() => {
      rotation = this.rotate().catch((error: unknown) => onError(error, 'The wire keys were not renewed'));
    }, HOUR_MS);
    return async () => {
      clearInterval(timer);
      await rotation;
    };
  }

  /** Makes a new pair if no pair is current. */
  async rotate(): Promise<void> {
    await this.read();
    if (this.newestKey.id !== '') return;
    const newPair = await makeKeyPair();
    await this.db.transaction().execute(async (db) => {
      await waitForNodeLock(db, 'wireKeys');
      // Another node may have made the pair in the meantime.
      await sql`with fresh as (
          select 1 from wire_key where retired_at is null and created_at > now() - make_interval(days => ${KEY_OFFERED_DAYS})
        ), retired as (
          update wire_key set retired_at = now() + make_interval(days => ${KEY_OVERLAP_DAYS})
          where retired_at is null and not exists (select 1 from fresh)
        )
        insert into wire_key (id, private_key, public_key)
        select ${newPair.id}, ${newPair.privateKey}, ${newPair.publicKey} where not exists (select 1 from fresh)`.execute(
        db,
      );
    });
    await this.read();
  }

  private async read(): Promise<void> {
    this.lastReadAt = Date.now();
    const { rows } =
      await sql<WireKeyRow>`select id, private_key, public_key, retired_at is not null as retired,
        created_at <= now() - make_interval(days => ${KEY_OFFERED_DAYS}) as due
      from wire_key where retired_at is null or retired_at > now() order by created_at desc, id`.execute(
        this.db,
      );
    const acceptedIds = new Set(rows.map((row) => row.id));
    for (const id of this.privateKeys.keys()) if (!acceptedIds.has(id)) this.privateKeys.delete(id);
    for (const row of rows)
      if (!this.privateKeys.has(row.id)) this.privateKeys.set(row.id, createPrivateKey(row.privateKey));
    const currentRow = rows.find((row) => !row.retired && !row.due);
    this.newestKey = currentRow
      ? { id: currentRow.id, publicKey: currentRow.publicKey }
      : { id: '', publicKey: '' };
  }
}
