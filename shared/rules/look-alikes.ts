/**
 * Pairs of texts. Each character of the first text looks like the ASCII character at the same index in the second
 * text. ASCII characters themselves are not replaced, because a factory may use both A0 and AO. The database
 * function `code_skeleton` makes the same replacements.
 */
const LOOK_ALIKES: readonly (readonly [string, string])[] = [
  ['АВЕЅІЈКМНОРСТУХаеорсухіѕјһԁԛԝ', 'ABESIJKMHOPCTYXaeopcyxisjhdqw'],
  ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧον', 'ABEZHIKMNOPTYXov'],
];
const DASHES = '\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63';
const SPACES = '\u00a0\u2002\u2003\u2007\u2009\u202f\u3000';
const FULL_WIDTH_PATTERN = /[\uff01-\uff5e]/g;
/** The code point of a full-width character minus that of the ASCII character that it looks like. */
const FULL_WIDTH_OFFSET = 0xfee0;

const asciiByLookAlike = new Map<string, string>([
  ...LOOK_ALIKES.flatMap(([from, to]) =>
    [...from].map((character, index): [string, string] => [character, to[index]!]),
  ),
  ...[...DASHES].map((character): [string, string] => [character, '-']),
  ...[...SPACES].map((character): [string, string] => [character, ' ']),
]);

/**
 * Replaces each known look-alike in a code by the ASCII character that it looks like. Two codes that differ only in
 * look-alikes get the same result.
 */
export const replaceLookAlikes = (code: string): string =>
  [
    ...code.replace(FULL_WIDTH_PATTERN, (character) =>
      String.fromCharCode(character.charCodeAt(0) - FULL_WIDTH_OFFSET),
    ),
  ]
    .map((character) => asciiByLookAlike.get(character) ?? character)
    .join('');
