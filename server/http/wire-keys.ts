import { createPrivateKey, generateKeyPair, randomBytes, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { lockNodes } from '../db/lock.ts';

/** A key pair is used for this long, and understood for a while longer by those who fetched it before. */
const USED_DAYS = 30;
const OVERLAP_DAYS = 7;
/** How often an unknown key is looked for among those of the other nodes, in milliseconds. */
const LOOK_MS = 1000;
const HOUR_MS = 3_600_000;

interface Row {
  id: string;
  privateKey: string;
  publicKey: string;
  retired: boolean;
  due: boolean;
}

const generate = promisify(generateKeyPair);

async function makePair() {
  const { privateKey, publicKey } = await generate('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  return { id: randomBytes(6).toString('hex'), privateKey, publicKey };
}

/** The key pairs of the parameter header, the same on every node of a database. */
export class WireKeys {
  private readonly db: Db;
  private readonly known = new Map<string, KeyObject>();
  private newest: { id: string; publicKey: string } = { id: '', publicKey: '' };
  private lookedAt = 0;

  private constructor(db: Db) {
    this.db = db;
  }

  /** Reads the keys; makes one where there is none, or the newest is due. */
  static async open(db: Db): Promise<WireKeys> {
    const keys = new WireKeys(db);
    await keys.rotate();
    return keys;
  }

  /** What a caller encrypts with. */
  get current(): { id: string; publicKey: string } {
    return this.newest;
  }

  /** The private key of an id that is still understood; null where it is none. */
  async find(id: string): Promise<KeyObject | null> {
    if (!this.known.has(id) && Date.now() - this.lookedAt > LOOK_MS) await this.read();
    return this.known.get(id) ?? null;
  }

  /**
   * Sees every hour whether a new pair is due.
   * @returns stops it
   */
  keepFresh(onError: (error: unknown, what: string) => void): () => Promise<void> {
    let running: Promise<void> = Promise.resolve();
    const timer = setInterval(() => {
      running = this.rotate().catch((error: unknown) => onError(error, 'The wire keys were not renewed'));
    }, HOUR_MS);
    return async () => {
      clearInterval(timer);
      await running;
    };
  }

  /** Makes a new pair where the newest is due. Called at start and every hour. */
  async rotate(): Promise<void> {
    await this.read();
    if (this.newest.id !== '') return;
    const made = await makePair();
    await this.db.transaction().execute(async (db) => {
      await lockNodes(db, 'wireKeys');
      // Another node may have been faster.
      await sql`with fresh as (
          select 1 from wire_key where retired_at is null and created_at > now() - make_interval(days => ${USED_DAYS})
        ), retired as (
          update wire_key set retired_at = now() + make_interval(days => ${OVERLAP_DAYS})
          where retired_at is null and not exists (select 1 from fresh)
        )
        insert into wire_key (id, private_key, public_key)
        select ${made.id}, ${made.privateKey}, ${made.publicKey} where not exists (select 1 from fresh)`.execute(
        db,
      );
    });
    await this.read();
  }

  private async read(): Promise<void> {
    this.lookedAt = Date.now();
    const { rows } = await sql<Row>`select id, private_key, public_key, retired_at is not null as retired,
        created_at <= now() - make_interval(days => ${USED_DAYS}) as due
      from wire_key where retired_at is null or retired_at > now() order by created_at desc, id`.execute(
      this.db,
    );
    const living = new Set(rows.map((row) => row.id));
    for (const id of this.known.keys()) if (!living.has(id)) this.known.delete(id);
    for (const row of rows)
      if (!this.known.has(row.id)) this.known.set(row.id, createPrivateKey(row.privateKey));
    const use = rows.find((row) => !row.retired && !row.due);
    this.newest = use ? { id: use.id, publicKey: use.publicKey } : { id: '', publicKey: '' };
  }
}
