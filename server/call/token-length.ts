/** Maximum length of a token in characters. Every valid token is shorter. */
const MAX_TOKEN_LENGTH = 512;

/** Whether a token is too long to be valid. Such a token is refused before anything else looks at it. */
export const isTokenTooLong = (token: string): boolean => token.length > MAX_TOKEN_LENGTH;
