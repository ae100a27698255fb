import { sql } from 'kysely';
import type { Connection } from '../../db/connect.ts';
import type { Db } from '../../db/database.ts';
import { addCommitListener } from '../../db/transaction.ts';
import { toPinyinKeys } from './pinyin.ts';

/**
 * The number of rows in a batch. Converting a batch blocks the event loop for some milliseconds.
 */
const ROWS_PER_BATCH = 200;
/** The delay between a commit and the update of search keys, in milliseconds. */
const UPDATE_DELAY_MS = 300;

interface PendingSearchKey {
  factoryId: number;
  entity: string;
  entityId: number;
  words: string;
}

/**
 * Fills in the missing pinyin of search keys, batch by batch. Two nodes may fill in the same rows, because they write
 * the same values.
 * @param isStopped returns true to end the work before the next batch
 * @returns the number of filled rows
 */
export async function fillMissingPinyin(db: Db, isStopped: () => boolean = () => false): Promise<number> {
  let count = 0;
  for (;;) {
    const { rows } = await sql<PendingSearchKey>`select factory_id, entity, entity_id, words from search_key
      where sounds is null order by entity_id limit ${ROWS_PER_BATCH}`.execute(db);
    if (rows.length === 0 || isStopped()) return count;
    const keys = rows.map((row) => ({
      factory_id: row.factoryId,
      entity: row.entity,
      entity_id: row.entityId,
      words: row.words,
      ...toPinyinKeys(row.words),
    }));
    // The condition on `words` skips a row that was renamed after it was read. The next batch fills this row.
    await sql`update search_key k set initials = s.initials, sounds = s.sounds
      from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb)
        as s (factory_id bigint, entity text, entity_id bigint, words text, initials text, sounds text)
      where k.factory_id = s.factory_id and k.entity = s.entity and k.entity_id = s.entity_id
        and k.words = s.words and k.sounds is null`.execute(db);
    count += rows.length;
  }
}

/**
 * Keeps the search keys up to date. It fills in missing pinyin at the start, and shortly after each commit.
 * @returns a function that stops the updates
 */
export function maintainSearchKeys(
  { db }: Connection,
  onError: (error: unknown, message: string) => void,
): () => Promise<void> {
  let isStopped = false;
  let timer: NodeJS.Timeout | null = null;
  let currentUpdate: Promise<unknown> = Promise.resolve();
  const updateSearchKeysOnce = (): void => {
    timer = null;
    currentUpdate = fillMissingPinyin(db, () => isStopped).catch((error: unknown) =>
      onError(error, 'Search keys were not updated'),
    );
  };
  const scheduleUpdate = (): void => {
    if (isStopped) return;
    timer ??= setTimeout(updateSearchKeysOnce, UPDATE_DELAY_MS);
  };
  const unsubscribe = addCommitListener(scheduleUpdate);
  scheduleUpdate();
  return async () => {
    isStopped = true;
    unsubscribe();
    if (timer) clearTimeout(timer);
    await currentUpdate;
  };
}
