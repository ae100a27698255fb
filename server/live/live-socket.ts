import type { DefaultEventsMap, Namespace, Socket } from 'socket.io';
import type { ClientToServerEvents, ServerToClientEvents } from '#shared/kernel/live.ts';
import type { Lang } from '#shared/kernel/lang.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { ChangeTopic } from '#shared/kernel/entity.ts';

/** The data of a connected socket. */
interface SocketData {
  token: string;
  tokenHash: string;
  user: CurrentUser;
  lang: Lang;
  ip: string;
  /** The keys of the sources that the socket watches or is joining. */
  watching: Set<string>;
  /**
   * Whether the socket is too slow. A slow socket receives nothing until its buffer is empty
   * enough.
   */
  slow: boolean;
  /** When the session was last checked, in milliseconds since 1970. */
  checkedAt: number;
}

export type LiveSocket = Socket<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;
export type LiveNamespace = Namespace<
  ClientToServerEvents,
  ServerToClientEvents,
  DefaultEventsMap,
  SocketData
>;

export const getTopicRoom = (factoryId: number, topic: ChangeTopic): string =>
  `factory:${factoryId}:${topic}`;
export const getSourceRoom = (key: string): string => `source:${key}`;
