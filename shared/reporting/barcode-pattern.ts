const LETTER_OR_DIGIT = /^[\p{L}\p{N}]$/u;

/**
 * Whether the barcode of a piece has the format of its craft. In a pattern, `#` stands for one digit and `*` for one or
 * more letters and digits; every other character stands for itself. Without a pattern, every barcode matches.
 */
export function matchesBarcodePattern(barcode: string, pattern: string | null): boolean {
  const symbols = [...(pattern ?? '').trim()];
  if (symbols.length === 0) return true;
  const characters = [...barcode];
  // The symbols read so far can match beginnings of the barcode. The set contains the lengths of these beginnings, each
  // length once, so a pattern with many stars stays fast.
  let matchedLengths = new Set([0]);
  for (const symbol of symbols) {
    const next = new Set<number>();
    for (const count of matchedLengths) {
      if (symbol !== '*') {
        const character = characters[count];
        if (character !== undefined && (symbol === '#' ? /^[0-9]$/.test(character) : character === symbol))
          next.add(count + 1);
        continue;
      }
      for (let end = count; end < characters.length && LETTER_OR_DIGIT.test(characters[end]!); end++) {
        if (next.has(end + 1)) break;
        next.add(end + 1);
      }
    }
    matchedLengths = next;
  }
  return matchedLengths.has(characters.length);
}
