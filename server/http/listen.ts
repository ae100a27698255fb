import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * How long a stopping node waits for running calls, in milliseconds. The value is equal to
 * `requestTimeout`, the time in which a request must arrive.
 */
const LONGEST_CALL_MS = 120_000;
/**
 * How long a stopping node waits for open connections to close, after it has waited for running calls, in
 * milliseconds.
 */
const CONNECTION_CLOSE_TIMEOUT_MS = 300;

/**
 * Starts to listen for connections.
 * @returns the URL, for example http://127.0.0.1:8080
 * @throws Error with a readable message if the port is in use
 */
export const startListening = (
  http: Server,
  { port, host }: { port: number; host: string },
): Promise<string> =>
  new Promise((resolve, reject) => {
    http.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE' ? new Error(`port ${port} is taken; set PORT to another one`) : error,
      );
    });
    http.listen(port, host, () => {
      http.removeAllListeners('error');
      const { address, family, port: actualPort } = http.address() as AddressInfo;
      const reachableHost =
        address === '0.0.0.0' || address === '::'
          ? '127.0.0.1'
          : family === 'IPv6'
            ? `[${address}]`
            : address;
      resolve(`http://${reachableHost}:${actualPort}`);
    });
  });

/** Makes the connection close after this answer. */
function closeConnectionAfter(response: ServerResponse): void {
  if (response.headersSent) response.once('finish', () => response.socket?.end());
  else response.setHeader('connection', 'close');
}

/**
 * Prepares a server for a stop that lets running calls finish, for at most `LONGEST_CALL_MS`.
 * @returns a function that accepts no more connections, waits for the running calls, and closes the
 * connections
 */
export function makeStopFunction(http: Server): () => Promise<void> {
  const runningResponses = new Set<ServerResponse>();
  let isStopping = false;
  let onIdle: () => void = () => undefined;
  http.prependListener('request', (_request, response) => {
    if (isStopping) closeConnectionAfter(response);
    runningResponses.add(response);
    response.once('close', () => {
      runningResponses.delete(response);
      if (runningResponses.size === 0) onIdle();
    });
  });
  return async () => {
    isStopping = true;
    for (const response of runningResponses) closeConnectionAfter(response);
    const closePromise = new Promise<void>((resolve) => http.close(() => resolve()));
    http.closeIdleConnections();
    const answerPromise = new Promise<void>((resolve) => {
      onIdle = resolve;
      if (runningResponses.size === 0) resolve();
    });
    await Promise.race([answerPromise, pause(LONGEST_CALL_MS, undefined, { ref: false })]);
    await Promise.race([closePromise, pause(CONNECTION_CLOSE_TIMEOUT_MS)]);
    http.closeAllConnections();
    await closePromise;
  };
}
