import { sql, type RawBuilder } from 'kysely';
import { match } from 'pinyin-pro';
import { getEntity } from '#shared/entities/index.ts';
import { hasPermission, getReadPermission } from '#shared/kernel/permissions.ts';
import {
  normalizeForSearch,
  MAX_RESULTS_PER_ENTITY,
  RESULT_FIELDS_BY_ENTITY,
  splitSearchWords,
  type SearchableEntity,
  type SearchHit,
} from '#shared/answers/search.ts';
import { buildDisplayName } from '../../crud/select.ts';
import type { Db } from '../../db/database.ts';
import { escapeLike, makeContainsPattern } from '../../db/like-pattern.ts';
import { toSnakeCase } from '../../db/names.ts';
import type { Viewer } from '../../hooks/hooks.ts';
import { getHooks } from '../../hooks/index.ts';
import { findPartsOfPiece } from './find-pieces.ts';
import { splitIntoSyllables } from './pinyin.ts';

type SqlFragment = RawBuilder<unknown>;
type FoundRow = Omit<SearchHit, 'sounded'>;

/**
 * The maximum number of rows of an entity that begin with the text, and also the maximum number of
 * its newest rows that contain the words. Both groups are candidates.
 */
const MAX_CANDIDATES = 24;

const LETTERS_ONLY_PATTERN = /^[a-z]+$/;
/**
 * Converts a text to the format of search keys, with a space before every Han character. The SQL
 * function `search_words` of migration 0011 does the same.
 */
const toSearchKeyFormat = (text: string): string => text.replaceAll(/(?=\p{Script=Han})/gu, ' ');

/**
 * Builds the condition that a search key contains a word literally, by its initials, or by its
 * pinyin. A word of one or two letters or digits must be the start of a word in the key, because
 * nearly every row contains it somewhere.
 */
function buildContainsCondition(word: string): SqlFragment {
  const prefixPattern = `% ${escapeLike(word)}%`;
  const pattern = /^[a-z0-9]{1,2}$/.test(word) ? prefixPattern : makeContainsPattern(toSearchKeyFormat(word));
  const conditions = [sql`k.words like ${pattern}`];
  if (LETTERS_ONLY_PATTERN.test(word)) {
    conditions.push(sql`k.initials like ${prefixPattern}`);
    for (const syllables of splitIntoSyllables(word))
      conditions.push(sql`k.sounds like ${`% ${syllables}%`}`);
  }
  return sql`(${sql.join(conditions, sql` or `)})`;
}

/** Builds the query for the candidates of one entity, unsorted. */
function buildCandidatesQuery(
  name: SearchableEntity,
  viewer: Viewer,
  text: string,
  words: readonly string[],
): SqlFragment {
  const entity = getEntity(name);
  const scope = getHooks(name).scope?.(viewer) ?? null;
  const keyCondition = sql`k.factory_id = ${viewer.factoryId} and k.entity = ${sql.lit(name)}`;
  const resultFieldPairs = RESULT_FIELDS_BY_ENTITY[name].map(
    (field) => sql`${sql.lit(field)}, ${sql.ref(`t.${toSnakeCase(field)}`)}`,
  );
  const code = 'code' in entity.fields ? sql`t.code` : sql`null::text`;
  const buildRowsQuery = (keysQuery: SqlFragment) => sql`
    select ${sql.lit(name)} as entity, t.id, ${code} as code, ${buildDisplayName(entity, 't')} as name,
      jsonb_build_object(${sql.join(resultFieldPairs)}) as at
    from (${keysQuery}) c join ${sql.table(toSnakeCase(name))} t on t.factory_id = ${viewer.factoryId} and t.id = c.entity_id
    where t.deleted_at is null ${scope ? sql`and ${scope}` : sql``}`;
  const prefixQuery = sql`select k.entity_id from search_key k where ${keyCondition} and k.words like ${`${escapeLike(toSearchKeyFormat(text))}%`}
    order by k.words limit ${MAX_CANDIDATES}`;
  const containsQuery = sql`select k.entity_id from search_key k
    where ${keyCondition} and ${sql.join(words.map(buildContainsCondition), sql` and `)} order by k.entity_id desc limit ${MAX_CANDIDATES}`;
  return sql`((${buildRowsQuery(prefixQuery)}) union (${buildRowsQuery(containsQuery)}))`;
}

/**
 * Ranks a found row; 0 is the best rank. An exact match comes first. Then come matches at the start of the
 * code, at the start of the name, inside the code, and inside the name. Matches by pinyin come last; among
 * them, those at the start of the name come first.
 */
function rankHit({ code, name, sounded: pinyinPositions }: SearchHit, text: string): number {
  const [normalizedCode, normalizedName] = [normalizeForSearch(code ?? ''), normalizeForSearch(name)];
  if (normalizedCode === text || normalizedName === text) return 0;
  if (normalizedCode.startsWith(text)) return 1;
  if (normalizedName.startsWith(text)) return 2;
  if (normalizedCode.includes(text)) return 3;
  if (normalizedName.includes(text)) return 4;
  return pinyinPositions[0] === 0 ? 5 : 6;
}

/**
 * Finds the characters of a name that match the words by pinyin. Words that the name or the code
 * contains literally are ignored.
 * @returns the positions of the characters
 */
function matchPinyin({ code, name }: FoundRow, words: readonly string[]): number[] {
  const literalText = `${normalizeForSearch(code ?? '')} ${normalizeForSearch(name)}`;
  return words
    .filter((word) => LETTERS_ONLY_PATTERN.test(word) && !literalText.includes(word))
    .flatMap((word) => match(name, word, { v: true, continuous: true }) ?? []);
}

/**
 * Finds rows by code, name or pinyin, and parts by the barcode of a piece. Each of the first five typed words must
 * match.
 * @returns the best matches of each entity that the user may read
 */
export async function searchRows(db: Db, viewer: Viewer, typedText: string): Promise<SearchHit[]> {
  const text = normalizeForSearch(typedText).trim();
  const words = splitSearchWords(typedText);
  const readableNames = (Object.keys(RESULT_FIELDS_BY_ENTITY) as SearchableEntity[]).filter((name) =>
    hasPermission(viewer, getReadPermission(getEntity(name).permission)),
  );
  if (words.length === 0 || readableNames.length === 0) return [];
  const queries = readableNames.map((name) => buildCandidatesQuery(name, viewer, text, words));
  const result = await sql<FoundRow>`/* never prepared */ ${sql.join(queries, sql` union all `)}`.execute(db);
  const pieces = readableNames.includes('part') ? await findPartsOfPiece(db, viewer, typedText) : [];
  const pieceParts = new Set(pieces.map(({ id }) => id));
  return readableNames.flatMap((name) => [
    ...pieces.filter(({ entity }) => entity === name),
    ...result.rows
      .filter((row) => row.entity === name && !(name === 'part' && pieceParts.has(row.id)))
      .map((row): SearchHit => ({ ...row, sounded: matchPinyin(row, words) }))
      .map((hit) => ({ hit, rank: rankHit(hit, text) }))
      .sort((a, b) => a.rank - b.rank || b.hit.id - a.hit.id)
      .slice(0, MAX_RESULTS_PER_ENTITY)
      .map(({ hit }) => hit),
  ]);
}
