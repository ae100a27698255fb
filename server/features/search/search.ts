import { sql, type RawBuilder } from 'kysely';
import { match } from 'pinyin-pro';
import { entityOf } from '#shared/entities/index.ts';
import { can, toRead } from '#shared/kernel/permissions.ts';
import {
  comparableText,
  MAX_FOUND,
  SEARCHABLE,
  searchWords,
  type Searched,
  type SearchHit,
} from '#shared/answers/search.ts';
import { nameColumn } from '../../crud/select.ts';
import type { Db } from '../../db/database.ts';
import { escapeLike, likeAnywhere } from '../../db/like-pattern.ts';
import { snake } from '../../db/names.ts';
import type { Viewer } from '../../hooks/hooks.ts';
import { hooksOf } from '../../hooks/index.ts';
import { syllablesIn } from './search-key.ts';

type Condition = RawBuilder<unknown>;
type Found = Omit<SearchHit, 'sounded'>;

/** Of each entity so many candidates are looked at: those that begin with the text, and the newest that contain it. */
const CANDIDATES = 24;

const LETTERS = /^[a-z]+$/;
/** A text as search keys keep it: a space before every Han character (`search_words`, migration 0011). */
const asKept = (text: string): string => text.replaceAll(/(?=\p{Script=Han})/gu, ' ');

/**
 * That a row's key contains a word: as it is written, by its initials, or by its sounds. One or two letters or digits
 * must begin something: with what stands anywhere, nearly every row would have them.
 */
function contains(word: string): Condition {
  const begun = `% ${escapeLike(word)}%`;
  const written = /^[a-z0-9]{1,2}$/.test(word) ? begun : likeAnywhere(asKept(word));
  const ways = [sql`k.words like ${written}`];
  if (LETTERS.test(word)) {
    ways.push(sql`k.initials like ${begun}`);
    for (const way of syllablesIn(word)) ways.push(sql`k.sounds like ${`% ${way}%`}`);
  }
  return sql`(${sql.join(ways, sql` or `)})`;
}

/** The rows of one entity that match, in no order that matters. */
function candidates(name: Searched, viewer: Viewer, text: string, words: readonly string[]): Condition {
  const entity = entityOf(name);
  const scope = hooksOf(name).scope?.(viewer) ?? null;
  const mine = sql`k.factory_id = ${viewer.factoryId} and k.entity = ${sql.lit(name)}`;
  const at = SEARCHABLE[name].map((field) => sql`${sql.lit(field)}, ${sql.ref(`t.${snake(field)}`)}`);
  const code = 'code' in entity.fields ? sql`t.code` : sql`null::text`;
  const rows = (keys: Condition) => sql`
    select ${sql.lit(name)} as entity, t.id, ${code} as code, ${nameColumn(entity, 't')} as name,
      jsonb_build_object(${sql.join(at)}) as at
    from (${keys}) c join ${sql.table(snake(name))} t on t.factory_id = ${viewer.factoryId} and t.id = c.entity_id
    where t.deleted_at is null ${scope ? sql`and ${scope}` : sql``}`;
  const begun = sql`select k.entity_id from search_key k where ${mine} and k.words like ${`${escapeLike(asKept(text))}%`}
    order by k.words limit ${CANDIDATES}`;
  const containing = sql`select k.entity_id from search_key k
    where ${mine} and ${sql.join(words.map(contains), sql` and `)} order by k.entity_id desc limit ${CANDIDATES}`;
  return sql`((${rows(begun)}) union (${rows(containing)}))`;
}

/** How well a row fits, the smallest best: the code itself, its beginning, that of the name, an inside, a sound. */
function rank({ code, name, sounded: sounds }: SearchHit, text: string): number {
  const [written, said] = [comparableText(code ?? ''), comparableText(name)];
  if (written === text || said === text) return 0;
  if (written.startsWith(text)) return 1;
  if (said.startsWith(text)) return 2;
  if (written.includes(text)) return 3;
  if (said.includes(text)) return 4;
  return sounds[0] === 0 ? 5 : 6;
}

/** Which signs of a name sound as the words; none where they stand in it or in the code as they were typed. */
function sounded({ code, name }: Found, words: readonly string[]): number[] {
  const written = `${comparableText(code ?? '')} ${comparableText(name)}`;
  return words
    .filter((word) => LETTERS.test(word) && !written.includes(word))
    .flatMap((word) => match(name, word, { v: true, continuous: true }) ?? []);
}

/**
 * What a person may read and finds by code, name or pinyin: of each entity the rows that fit best.
 * Several words must all be found.
 */
export async function search(db: Db, viewer: Viewer, typed: string): Promise<SearchHit[]> {
  const text = comparableText(typed).trim();
  const words = searchWords(typed);
  const readable = (Object.keys(SEARCHABLE) as Searched[]).filter((name) =>
    can(viewer, toRead(entityOf(name).permission)),
  );
  if (words.length === 0 || readable.length === 0) return [];
  const parts = readable.map((name) => candidates(name, viewer, text, words));
  const found = await sql<Found>`/* planned anew */ ${sql.join(parts, sql` union all `)}`.execute(db);
  return readable.flatMap((name) =>
    found.rows
      .filter((row) => row.entity === name)
      .map((row): SearchHit => ({ ...row, sounded: sounded(row, words) }))
      .map((hit) => ({ hit, rank: rank(hit, text) }))
      .sort((a, b) => a.rank - b.rank || b.hit.id - a.hit.id)
      .slice(0, MAX_FOUND)
      .map(({ hit }) => hit),
  );
}
