import type { DefaultEventsMap, Namespace, Socket } from 'socket.io';
import type { ClientToServer, ServerToClient } from '#shared/kernel/live.ts';
import type { Lang } from '#shared/kernel/lang.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Topic } from '#shared/kernel/entity.ts';

/** What this node knows of a connected screen. */
interface LiveData {
  token: string;
  tokenHash: string;
  user: CurrentUser;
  lang: Lang;
  ip: string;
  /** The keys of the sources that it watches, or is about to. */
  watching: Set<string>;
  /** It was dropped to reset and is not told anything until it has read what it was sent. */
  slow: boolean;
  /** When its session was looked at last, in milliseconds of the clock. */
  checkedAt: number;
}

export type LiveSocket = Socket<ClientToServer, ServerToClient, DefaultEventsMap, LiveData>;
export type LiveNamespace = Namespace<ClientToServer, ServerToClient, DefaultEventsMap, LiveData>;

export const topicRoom = (factoryId: number, topic: Topic): string => `factory:${factoryId}:${topic}`;
export const sourceRoom = (key: string): string => `source:${key}`;
