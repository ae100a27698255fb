import { Agent, createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** An HTTP proxy in front of several servers. */
export interface RoundRobinProxy {
  url: string;
  close: () => Promise<void>;
}

/**
 * Starts a proxy that gives each request and each WebSocket to the next server in turn, so that no client stays with
 * one server. A server that refuses the connection is skipped. If a server dies during a request, the client gets 502.
 * @param ports the ports of the servers on this machine
 */
export async function startRoundRobinProxy(ports: readonly number[]): Promise<RoundRobinProxy> {
  const agent = new Agent({ keepAlive: true });
  const openSockets = new Set<Socket>();
  let turn = 0;

  /** Sends a request to the next server that does not refuse the connection. */
  function forward(
    incoming: IncomingMessage,
    options: { agent?: Agent },
    onOutgoing: (outgoing: ReturnType<typeof request>) => void,
    onFailure: () => void,
    body: Buffer,
    triesLeft = ports.length,
  ): void {
    const port = ports[turn++ % ports.length]!;
    const { method = 'GET', url: path = '/', headers } = incoming;
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers, ...options });
    outgoing.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' && triesLeft > 1)
        forward(incoming, options, onOutgoing, onFailure, body, triesLeft - 1);
      else onFailure();
    });
    onOutgoing(outgoing);
    outgoing.end(body);
  }

  const server = createServer(async (incoming, answer) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
    } catch {
      return;
    }
    const sendBadGateway = () => {
      if (answer.headersSent) answer.destroy();
      else answer.writeHead(502).end();
    };
    const pipeAnswer = (outgoing: ReturnType<typeof request>) =>
      outgoing.once('response', (reply) => {
        reply.once('error', () => answer.destroy());
        answer.writeHead(reply.statusCode!, reply.headers);
        reply.pipe(answer);
      });
    forward(incoming, { agent }, pipeAnswer, sendBadGateway, Buffer.concat(chunks));
  });
  server.on('upgrade', (incoming, client: Socket, head) => {
    const trackSocket = (socket: Socket) => {
      openSockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => openSockets.delete(socket));
    };
    trackSocket(client);
    const connectSockets = (outgoing: ReturnType<typeof request>) =>
      outgoing
        .once('upgrade', (reply, target: Socket, firstBytes: Buffer) => {
          trackSocket(target);
          const headers = Object.entries(reply.headers).map(([name, value]) => `${name}: ${String(value)}`);
          client.write(`HTTP/1.1 101 Switching Protocols\r\n${headers.join('\r\n')}\r\n\r\n`);
          client.write(firstBytes);
          target.write(head);
          client.pipe(target);
          target.pipe(client);
          client.once('close', () => target.destroy());
          target.once('close', () => client.destroy());
        })
        .once('response', () => client.destroy());
    forward(incoming, {}, connectSockets, () => client.destroy(), Buffer.alloc(0));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      for (const socket of openSockets) socket.destroy();
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
