import { normalizeForSearch } from '../answers/search.ts';

/**
 * Ranks how well texts match a typed text. Case and other differences that `normalizeForSearch` removes do not
 * count.
 * @returns 0 if a text equals the typed text, 1 if a text begins with the typed text, 2 if a text contains it, else
 * null
 */
export function rankMatch(
  texts: readonly (string | null | undefined)[],
  typedText: string,
): 0 | 1 | 2 | null {
  const wantedText = normalizeForSearch(typedText.trim());
  const normalizedTexts = texts.map((text) => normalizeForSearch(text ?? ''));
  if (normalizedTexts.includes(wantedText)) return 0;
  if (normalizedTexts.some((text) => text.startsWith(wantedText))) return 1;
  return normalizedTexts.some((text) => text.includes(wantedText)) ? 2 : null;
}

/**
 * Returns the items that match a typed text. Items with a text that equals the typed text come first, then items
 * with a text that begins with the typed text, then the others.
 */
export const filterAndSortByMatch = <I>(
  items: readonly I[],
  getTexts: (item: I) => readonly (string | null | undefined)[],
  typedText: string,
): I[] =>
  items
    .flatMap((item) => {
      const rank = rankMatch(getTexts(item), typedText);
      return rank === null ? [] : [{ item, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
