import type { DefaultEventsMap, Namespace, Socket } from 'socket.io';
import type { ClientToServerEvents, ServerToClientEvents } from '#shared/kernel/live.ts';
import type { Lang } from '#shared/kernel/lang.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { ChangeTopic } from '#shared/kernel/entity.ts';

interface SocketData {
  token: string;
  tokenHash: string;
  user: CurrentUser;
  lang: Lang;
  ip: string;
  /** The keys of the sources that the socket watches or is joining. */
  watchedSourceKeys: Set<string>;
  /**
   * Whether the socket is too slow. A socket that becomes too slow loses its subscriptions and topics, and
   * gets no heartbeats until its buffer is almost empty.
   */
  isSlow: boolean;
  /** When the session was last checked, or a regular check of it was last scheduled, in milliseconds since 1970. */
  checkedAt: number;
  /** For a paired screen: the value of `user.screen.shown` when the screen was last told to reload. */
  shownContent?: string;
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
