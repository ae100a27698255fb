import type { LiveSocket } from './live-socket.ts';

interface SocketBuffers {
  writeBuffer?: { data?: unknown }[];
  transport?: { socket?: { bufferedAmount?: number } };
}

const estimateBytes = (data: unknown): number =>
  typeof data === 'string' ? data.length : data instanceof Uint8Array ? data.byteLength : 0;

/** Counts the bytes of a socket that are not sent yet. They wait in a queue of engine.io or in the websocket. */
export function countUnsentBytes(socket: LiveSocket): number {
  // `writeBuffer` and `transport.socket` are private to engine.io, but have not changed since its version 4.
  // The test live-slow.test.ts checks them.
  const buffers = socket.conn as unknown as SocketBuffers;
  let bytes = buffers.transport?.socket?.bufferedAmount ?? 0;
  for (const packet of buffers.writeBuffer ?? []) bytes += estimateBytes(packet.data);
  return bytes;
}
