import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How long a node that is stopping waits for its running calls, in milliseconds. */
const SHUTDOWN_TIMEOUT_MS = 10_000;

/**
 * Starts to listen for connections.
 * @returns the URL, for example http://127.0.0.1:8080
 * @throws Error with a readable message if the port is in use
 */
export const listen = (http: Server, { port, host }: { port: number; host: string }): Promise<string> =>
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

/**
 * Stops accepting calls, and waits until the running calls have ended or the timeout has passed.
 */
export async function stopListening(http: Server): Promise<void> {
  const closed = new Promise<void>((done) => http.close(() => done()));
  http.closeIdleConnections();
  const timer = setTimeout(() => http.closeAllConnections(), SHUTDOWN_TIMEOUT_MS);
  await closed;
  clearTimeout(timer);
}
