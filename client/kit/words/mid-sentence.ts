/**
 * Formats a term for the middle of a sentence. An English term then begins in lower case, unless
 * the term is an abbreviation.
 */
export const toMidSentence = (word: string): string =>
  /^[A-Z][a-z]/.test(word) ? word.charAt(0).toLowerCase() + word.slice(1) : word;
