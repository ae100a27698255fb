import type { LiveSocket } from './live-socket.ts';

interface Wire {
  writeBuffer?: { data?: unknown }[];
  transport?: { socket?: { bufferedAmount?: number } };
}

const sizeOf = (data: unknown): number =>
  typeof data === 'string' ? data.length : data instanceof Uint8Array ? data.byteLength : 0;

/** Bytes that were sent to a socket and have not left this process: in the websocket, and waiting for it. */
export function buffered(socket: LiveSocket): number {
  // Neither queue has a public name; both have had these since engine.io 4 (tests/server/live/live-slow.test.ts holds them).
  const wire = socket.conn as unknown as Wire;
  let bytes = wire.transport?.socket?.bufferedAmount ?? 0;
  for (const packet of wire.writeBuffer ?? []) bytes += sizeOf(packet.data);
  return bytes;
}
