import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy that can fall silent, as a network does when a machine fails without closing its connections. */
export interface SilentProxy {
  port: number;
  /** Stops forwarding on the connections that are open now. New connections still work. */
  silenceOpenConnections: () => void;
  close: () => Promise<void>;
}

/**
 * Starts a proxy to a port of this machine.
 * @param idleTimeoutMs how long the target may send nothing before the proxy closes the connection
 */
export async function startSilentProxy(targetPort: number, idleTimeoutMs?: number): Promise<SilentProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1');
    const pair = [client, target] as const;
    pairs.add(pair);
    for (const socket of pair) socket.on('error', () => undefined);
    if (idleTimeoutMs !== undefined) {
      const timer = setTimeout(() => target.destroy(), idleTimeoutMs);
      target.on('data', () => timer.refresh());
      target.once('close', () => clearTimeout(timer));
    }
    client.pipe(target);
    target.pipe(client);
    client.once('close', () => {
      target.destroy();
      pairs.delete(pair);
    });
    target.once('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    silenceOpenConnections: () => {
      for (const [client, target] of pairs) {
        client.unpipe(target);
        target.unpipe(client);
        // The proxy goes on reading and drops the bytes. Neither side notices, because writes still succeed.
        client.resume();
        target.resume();
      }
    },
    close: async () => {
      for (const [client] of pairs) client.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
