/** Matches a separator between the crafts of a routing, except hyphens, because codes contain hyphens. */
const STRONG_SEPARATORS = /\s*(?:-+>|=+>|[→⇒➔>＞、，,；;|｜\n]|\s\/\s)\s*/;
/** Matches a hyphen between crafts, or within a code. */
const HYPHENS = /\s*[-‐‑–—－~～+＋/／]+\s*/;
/** Matches the number of a process in front of its craft, such as `10.` or `①`. */
const NUMBER_PREFIX = /^(?:[\d０-９]{1,4}\s*[.、:：)]?\s*|[①-⑳]\s*)/;
/** The maximum number of hyphen-separated pieces in the code of a craft. */
const MAX_CODE_PIECES = 4;
/** The maximum number of pieces of a routing that is split. */
const MAX_PIECES = 400;

const stripNumber = (text: string): string => text.replace(NUMBER_PREFIX, '');

const splitText = (text: string, separators: RegExp): string[] =>
  text
    .split(separators)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')
    .slice(0, MAX_PIECES);

/** Joins consecutive pieces again by their original hyphens. */
const joinPieces = (pieces: readonly string[], from: number, count: number): string =>
  pieces.slice(from, from + count).join('-');

/**
 * Splits a routing in one cell, such as `车-铣-磨` or `10 车→20 铣→30 磨`, into its crafts. A code with hyphens stays whole
 * if it is the code of a craft.
 * @param isCraft whether a text is the code or the name of a craft
 * @returns the texts of the crafts, in order; a text that is no craft stays unchanged
 */
export function splitRouting(routing: string, isCraft: (text: string) => boolean): string[] {
  const findCraft = (text: string): string | null =>
    [text, stripNumber(text)].find((candidate) => candidate !== '' && isCraft(candidate)) ?? null;
  const wholeCraft = findCraft(routing.trim());
  if (wholeCraft !== null) return [wholeCraft];
  return splitText(routing, STRONG_SEPARATORS).flatMap((separatedPiece) => {
    const craft = findCraft(separatedPiece);
    if (craft !== null) return [craft];
    const pieces = splitText(separatedPiece, HYPHENS);
    const crafts: string[] = [];
    for (let at = 0; at < pieces.length;) {
      let count = Math.min(MAX_CODE_PIECES, pieces.length - at);
      while (count > 1 && findCraft(joinPieces(pieces, at, count)) === null) count -= 1;
      const text = joinPieces(pieces, at, count);
      crafts.push(findCraft(text) ?? text);
      at += count;
    }
    return crafts;
  });
}
