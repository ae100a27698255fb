/** Escapes `%`, `_` and `\` for a LIKE pattern. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Makes a LIKE pattern that matches each text that contains the given text literally. */
export const makeContainsPattern = (text: string): string => `%${escapeLike(text)}%`;
