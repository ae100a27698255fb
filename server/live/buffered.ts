import type { LiveSocket } from './live-socket.ts';

interface Wire {
  writeBuffer?: { data?: unknown }[];
  transport?: { socket?: { bufferedAmount?: number } };
}

const sizeOf = (data: unknown): number =>
  typeof data === 'string' ? data.length : data instanceof Uint8Array ? data.byteLength : 0;

/** The number of unsent bytes of a socket, in the websocket buffer and in the queue before it. */
export function buffered(socket: LiveSocket): number {
  // Both queues are private, but unchanged since engine.io 4. tests/server/live/live-slow.test.ts checks
  // them.
  const wire = socket.conn as unknown as Wire;
  let bytes = wire.transport?.socket?.bufferedAmount ?? 0;
  for (const packet of wire.writeBuffer ?? []) bytes += sizeOf(packet.data);
  return bytes;
}
