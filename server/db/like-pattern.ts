/** Text as a LIKE pattern takes it literally: `%` and `_` stand for themselves. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** The LIKE pattern that finds a text anywhere, taken literally. */
export const likeAnywhere = (text: string): string => `%${escapeLike(text)}%`;
