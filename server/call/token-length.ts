/** The maximum length of a session token in characters. The tokens of this server are much shorter. */
const MAX_TOKEN_LENGTH = 512;

/** Whether a token is too long to be valid, so that the server need not hash it and look it up. */
export const isTokenTooLong = (token: string): boolean => token.length > MAX_TOKEN_LENGTH;
