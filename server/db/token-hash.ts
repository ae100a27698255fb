import { createHash } from 'node:crypto';

/** Hashes a session token for storage and for messages between nodes: SHA-256 in hex. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
