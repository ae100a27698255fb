import { normalizeForSearch } from '../answers/search.ts';

/**
 * Ranks how well texts match a typed text: 0 if one of the texts equals the typed text, 1 if one begins with it, 2 if
 * one contains it.
 * @returns null if no text contains the typed text
 */
export function rankMatch(texts: readonly (string | null | undefined)[], typed: string): 0 | 1 | 2 | null {
  const wanted = normalizeForSearch(typed.trim());
  const known = texts.map((text) => normalizeForSearch(text ?? ''));
  if (known.includes(wanted)) return 0;
  if (known.some((text) => text.startsWith(wanted))) return 1;
  return known.some((text) => text.includes(wanted)) ? 2 : null;
}

/**
 * Returns the items that match a typed text. Items with a text that equals the typed text come first, then items with
 * a text that begins with it.
 */
export const sortByMatch = <I>(
  items: readonly I[],
  getTexts: (item: I) => readonly (string | null | undefined)[],
  typed: string,
): I[] =>
  items
    .flatMap((item) => {
      const rank = rankMatch(getTexts(item), typed);
      return rank === null ? [] : [{ item, rank }];
    })
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
