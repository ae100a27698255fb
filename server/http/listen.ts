import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How long calls that run may take to end when the node stops, in milliseconds. */
const FAREWELL_MS = 10_000;

/**
 * Lets a server be reached.
 * @returns where, as http://127.0.0.1:8080
 * @throws Error in plain words where the port is taken
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
      const { address, family, port: taken } = http.address() as AddressInfo;
      const shown =
        address === '0.0.0.0' || address === '::'
          ? '127.0.0.1'
          : family === 'IPv6'
            ? `[${address}]`
            : address;
      done(`http://${shown}:${taken}`);
    });
  });

/** Takes no calls any more, and waits for those that run. */
export async function stopListening(http: Server): Promise<void> {
  const closed = new Promise<void>((done) => http.close(() => done()));
  http.closeIdleConnections();
  const late = setTimeout(() => http.closeAllConnections(), FAREWELL_MS);
  await closed;
  clearTimeout(late);
}
