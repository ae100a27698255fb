import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * How long a stopping node waits for running calls, in milliseconds. A request may take equally long to
 * arrive (`requestTimeout`).
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
  new Promise((done, failed) => {
    http.once('error', (error: NodeJS.ErrnoException) => {
      failed(
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
      done(`http://${reachableHost}:${actualPort}`);
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
export function prepareStop(http: Server): () => Promise<void> {
  const running = new Set<ServerResponse>();
  let isStopping = false;
  let onIdle: () => void = () => undefined;
  http.prependListener('request', (_request, response) => {
    if (isStopping) closeConnectionAfter(response);
    running.add(response);
    response.once('close', () => {
      running.delete(response);
      if (running.size === 0) onIdle();
    });
  });
  return async () => {
    isStopping = true;
    for (const response of running) closeConnectionAfter(response);
    const closed = new Promise<void>((done) => http.close(() => done()));
    http.closeIdleConnections();
    const answered = new Promise<void>((done) => {
      onIdle = done;
      if (running.size === 0) done();
    });
    await Promise.race([answered, pause(LONGEST_CALL_MS, undefined, { ref: false })]);
    await Promise.race([closed, pause(CONNECTION_CLOSE_TIMEOUT_MS)]);
    http.closeAllConnections();
    await closed;
  };
}
