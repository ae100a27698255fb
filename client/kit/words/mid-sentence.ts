/**
 * Formats a term for the middle of a sentence: English begins it in lower case unless it is an abbreviation.
 */
export const midSentence = (word: string): string =>
  /^[A-Z][a-z]/.test(word) ? word.charAt(0).toLowerCase() + word.slice(1) : word;
