import { createHash } from 'node:crypto';

/** What is kept of a session's token, and names the session between nodes: SHA-256 in hex. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');
