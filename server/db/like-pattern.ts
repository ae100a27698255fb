/** Escapes `%`, `_` and `\` for a LIKE pattern. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Makes a LIKE pattern that matches a literal text anywhere. */
export const makeContainsPattern = (text: string): string => `%${escapeLike(text)}%`;
