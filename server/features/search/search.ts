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
import { splitIntoSyllables } from './pinyin.ts';

type Condition = RawBuilder<unknown>;
type Found = Omit<SearchHit, 'sounded'>;

/**
 * The maximum number of candidates per entity: this many rows that begin with the text, and this
 * many of the newest rows that contain the words.
 */
const CANDIDATES = 24;

const LETTERS = /^[a-z]+$/;
/**
 * Converts a text to the format of search keys, with a space before every Han character. The SQL
 * function `search_words` of migration 0011 does the same.
 */
const toKeyFormat = (text: string): string => text.replaceAll(/(?=\p{Script=Han})/gu, ' ');

/**
 * Builds the condition that a search key contains a word literally, by its initials, or by its
 * pinyin. A word of one or two letters or digits must be the start of a word in the key, because
 * nearly every row contains it somewhere.
 */
function contains(word: string): Condition {
  const prefixed = `% ${escapeLike(word)}%`;
  const pattern = /^[a-z0-9]{1,2}$/.test(word) ? prefixed : likeAnywhere(toKeyFormat(word));
  const conditions = [sql`k.words like ${pattern}`];
  if (LETTERS.test(word)) {
    conditions.push(sql`k.initials like ${prefixed}`);
    for (const syllables of splitIntoSyllables(word))
      conditions.push(sql`k.sounds like ${`% ${syllables}%`}`);
  }
  return sql`(${sql.join(conditions, sql` or `)})`;
}

/** Builds the query for the matching rows of one entity, in any order. */
function selectCandidates(name: Searched, viewer: Viewer, text: string, words: readonly string[]): Condition {
  const entity = entityOf(name);
  const scope = hooksOf(name).scope?.(viewer) ?? null;
  const ownKeys = sql`k.factory_id = ${viewer.factoryId} and k.entity = ${sql.lit(name)}`;
  const at = SEARCHABLE[name].map((field) => sql`${sql.lit(field)}, ${sql.ref(`t.${snake(field)}`)}`);
  const code = 'code' in entity.fields ? sql`t.code` : sql`null::text`;
  const rows = (keys: Condition) => sql`
    select ${sql.lit(name)} as entity, t.id, ${code} as code, ${nameColumn(entity, 't')} as name,
      jsonb_build_object(${sql.join(at)}) as at
    from (${keys}) c join ${sql.table(snake(name))} t on t.factory_id = ${viewer.factoryId} and t.id = c.entity_id
    where t.deleted_at is null ${scope ? sql`and ${scope}` : sql``}`;
  const prefixed = sql`select k.entity_id from search_key k where ${ownKeys} and k.words like ${`${escapeLike(toKeyFormat(text))}%`}
    order by k.words limit ${CANDIDATES}`;
  const containing = sql`select k.entity_id from search_key k
    where ${ownKeys} and ${sql.join(words.map(contains), sql` and `)} order by k.entity_id desc limit ${CANDIDATES}`;
  return sql`((${rows(prefixed)}) union (${rows(containing)}))`;
}

/**
 * Ranks a found row; 0 is the best rank. An exact match comes first. Then come matches at the start
 * of the code, at the start of the name, inside the code, inside the name, and last the matches by
 * pinyin.
 */
function rank({ code, name, sounded: sounds }: SearchHit, text: string): number {
  const [normalizedCode, normalizedName] = [comparableText(code ?? ''), comparableText(name)];
  if (normalizedCode === text || normalizedName === text) return 0;
  if (normalizedCode.startsWith(text)) return 1;
  if (normalizedName.startsWith(text)) return 2;
  if (normalizedCode.includes(text)) return 3;
  if (normalizedName.includes(text)) return 4;
  return sounds[0] === 0 ? 5 : 6;
}

/**
 * Finds the characters of a name that match the words by pinyin. Words that the name or the code
 * contains literally are ignored.
 * @returns the positions of the characters
 */
function matchPinyin({ code, name }: Found, words: readonly string[]): number[] {
  const literalText = `${comparableText(code ?? '')} ${comparableText(name)}`;
  return words
    .filter((word) => LETTERS.test(word) && !literalText.includes(word))
    .flatMap((word) => match(name, word, { v: true, continuous: true }) ?? []);
}

/**
 * Finds rows by code, name or pinyin. Every typed word must match.
 * @returns the best matches of each entity that the user may read
 */
export async function search(db: Db, viewer: Viewer, typed: string): Promise<SearchHit[]> {
  const text = comparableText(typed).trim();
  const words = searchWords(typed);
  const readable = (Object.keys(SEARCHABLE) as Searched[]).filter((name) =>
    can(viewer, toRead(entityOf(name).permission)),
  );
  if (words.length === 0 || readable.length === 0) return [];
  const parts = readable.map((name) => selectCandidates(name, viewer, text, words));
  const found = await sql<Found>`/* planned anew */ ${sql.join(parts, sql` union all `)}`.execute(db);
  return readable.flatMap((name) =>
    found.rows
      .filter((row) => row.entity === name)
      .map((row): SearchHit => ({ ...row, sounded: matchPinyin(row, words) }))
      .map((hit) => ({ hit, rank: rank(hit, text) }))
      .sort((a, b) => a.rank - b.rank || b.hit.id - a.hit.id)
      .slice(0, MAX_FOUND)
      .map(({ hit }) => hit),
  );
}
