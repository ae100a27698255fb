import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A TCP proxy that can be cut, as when somebody pulls the network cable of a device. */
export interface CuttableProxy {
  url: string;
  /** Closes all connections, and refuses new ones. */
  cut: () => Promise<void>;
  /** Accepts connections again, at the same address. */
  restore: () => Promise<void>;
  close: () => Promise<void>;
}

/** Starts a proxy to a server of this machine. */
export async function startCuttableProxy(targetUrl: string): Promise<CuttableProxy> {
  const targetPort = Number(new URL(targetUrl).port);
  const clients = new Set<Socket>();
  let server: Server | null = null;
  let port = 0;
  const restore = async (): Promise<void> => {
    if (server) return;
    server = createServer((client) => {
      const target = connect(targetPort, '127.0.0.1');
      clients.add(client);
      for (const socket of [client, target]) socket.on('error', () => undefined);
      client.pipe(target);
      target.pipe(client);
      client.once('close', () => {
        target.destroy();
        clients.delete(client);
      });
      target.once('close', () => client.destroy());
    });
    const openServer = server;
    await new Promise<void>((resolve) => openServer.listen(port, '127.0.0.1', resolve));
    port = (openServer.address() as AddressInfo).port;
  };
  const cut = async (): Promise<void> => {
    const openServer = server;
    server = null;
    for (const client of clients) client.destroy();
    if (openServer) await new Promise((resolve) => openServer.close(resolve));
  };
  await restore();
  return { url: `http://127.0.0.1:${port}`, cut, restore, close: cut };
}
