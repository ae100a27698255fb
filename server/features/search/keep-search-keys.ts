import { sql } from 'kysely';
import type { Connection } from '../../db/connect.ts';
import type { Db } from '../../db/database.ts';
import { onCommit } from '../../db/work.ts';
import { spell } from './search-key.ts';

/** Rows that are spelled at a time: some milliseconds in which nothing else runs. */
const BATCH = 200;
/** How soon after a commit what it wrote is spelled, in milliseconds. */
const SOON_MS = 300;

interface Unspelled {
  factoryId: number;
  entity: string;
  entityId: number;
  words: string;
}

/**
 * Spells rows that nobody has spelled yet, a batch at a time. Two nodes that take the same rows write the same.
 * @returns how many
 */
export async function spellNew(db: Db, isStopped: () => boolean = () => false): Promise<number> {
  let spelled = 0;
  for (;;) {
    const { rows } = await sql<Unspelled>`select factory_id, entity, entity_id, words from search_key
      where sounds is null order by entity_id limit ${BATCH}`.execute(db);
    if (rows.length === 0 || isStopped()) return spelled;
    const said = rows.map((row) => ({
      factory_id: row.factoryId,
      entity: row.entity,
      entity_id: row.entityId,
      words: row.words,
      ...spell(row.words),
    }));
    // What was renamed meanwhile is spelled with the next batch.
    await sql`update search_key k set initials = s.initials, sounds = s.sounds
      from jsonb_to_recordset(${JSON.stringify(said)}::jsonb)
        as s (factory_id bigint, entity text, entity_id bigint, words text, initials text, sounds text)
      where k.factory_id = s.factory_id and k.entity = s.entity and k.entity_id = s.entity_id
        and k.words = s.words and k.sounds is null`.execute(db);
    spelled += rows.length;
  }
}

/**
 * Keeps everything spelled that can be searched for: what is there at the start, and after commits what they wrote.
 * @returns stops it
 */
export function keepSearchKeys(
  { db }: Connection,
  onError: (error: unknown, what: string) => void,
): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<unknown> = Promise.resolve();
  const run = (): void => {
    timer = null;
    running = spellNew(db, () => stopped).catch((error: unknown) => onError(error, 'Names were not spelled'));
  };
  const soon = (): void => {
    if (stopped) return;
    timer ??= setTimeout(run, SOON_MS);
  };
  const forget = onCommit(soon);
  soon();
  return async () => {
    stopped = true;
    forget();
    if (timer) clearTimeout(timer);
    await running;
  };
}
