import type { Response } from 'express';
import type { Reply } from '../call/backend.ts';

/** How long a caller should wait after a call that the server cannot answer at present, in seconds. */
const RETRY_AFTER_SECONDS = 5;

/** Sends the answer to a call as JSON. */
export function sendReply(response: Response, { status, body }: Reply): void {
  if (status === 503) response.set('retry-after', String(RETRY_AFTER_SECONDS));
  response.status(status).json(body);
}
