import { MessageAllowance } from './allowance.ts';
import type { LiveSocket } from './live-socket.ts';

/** Maximum number of sockets of a session and of an account. A person may have many tabs and screens open. */
const MAX_SOCKETS_PER_SESSION = 120;
const MAX_SOCKETS_PER_ACCOUNT = 240;
/** Maximum number of different sources that the sockets of a session and of an account may watch. */
const MAX_SOURCES_PER_SESSION = 96;
const MAX_SOURCES_PER_ACCOUNT = 192;
/**
 * The maximum number of watch requests that the sockets of an account may send at once, and per second in the long run.
 */
const MAX_BURST_WATCH_REQUESTS = 2400;
const WATCH_REQUESTS_PER_SECOND = 240;
/** The age from which a socket that watches no source may be closed for a new socket, in milliseconds. */
const MIN_IDLE_MS = 10_000;

/** The sockets of a session or an account. */
type Sockets = Set<LiveSocket>;

function addSocket<K>(groups: Map<K, Sockets>, key: K, socket: LiveSocket): void {
  const group = groups.get(key);
  if (group) group.add(socket);
  else groups.set(key, new Set([socket]));
}

function removeSocket<K>(groups: Map<K, Sockets>, key: K, socket: LiveSocket): void {
  const group = groups.get(key);
  if (group?.delete(socket) && group.size === 0) groups.delete(key);
}

/** Returns the keys of the different sources that sockets watch. */
const listSourceKeys = (sockets: Iterable<LiveSocket>): Set<string> =>
  new Set([...sockets].flatMap((socket) => [...socket.data.watchedSourceKeys]));

/**
 * Limits the sockets and the sources of each session and account on this node. If there are too many sockets,
 * a socket that watches no source is closed to make room. Wall screens and boards watch sources, so they
 * stay connected.
 */
export class AccountSockets {
  private readonly socketsByTokenHash = new Map<string, Sockets>();
  private readonly socketsByAccountId = new Map<number, Sockets>();
  private readonly allowancesByAccountId = new Map<number, MessageAllowance>();

  /**
   * Counts a socket for its session, before its user is loaded.
   * @returns whether the session may have one more socket
   */
  enterSession(tokenHash: string, socket: LiveSocket): boolean {
    const sockets = this.socketsByTokenHash.get(tokenHash);
    if (sockets && sockets.size >= MAX_SOCKETS_PER_SESSION && !this.makeRoom(sockets)) return false;
    addSocket(this.socketsByTokenHash, tokenHash, socket);
    socket.conn.once('close', () => removeSocket(this.socketsByTokenHash, tokenHash, socket));
    return true;
  }

  /** Counts a socket for its account. @returns whether the account may have one more socket */
  enterAccount(accountId: number, socket: LiveSocket): boolean {
    const sockets = this.socketsByAccountId.get(accountId);
    if (sockets && sockets.size >= MAX_SOCKETS_PER_ACCOUNT && !this.makeRoom(sockets)) return false;
    addSocket(this.socketsByAccountId, accountId, socket);
    socket.conn.once('close', () => {
      removeSocket(this.socketsByAccountId, accountId, socket);
      if (!this.socketsByAccountId.has(accountId)) this.allowancesByAccountId.delete(accountId);
    });
    return true;
  }

  /** Counts one watch request of the account of a socket. @returns whether the request is allowed */
  countWatchRequest({ data }: LiveSocket): boolean {
    const { accountId } = data.user;
    const allowance =
      this.allowancesByAccountId.get(accountId) ??
      new MessageAllowance(MAX_BURST_WATCH_REQUESTS, WATCH_REQUESTS_PER_SECOND);
    this.allowancesByAccountId.set(accountId, allowance);
    return allowance.takeOne();
  }

  /** Whether a socket may watch the source with the given key. */
  mayWatch({ data }: LiveSocket, key: string): boolean {
    const sessionSourceKeys = listSourceKeys(this.socketsByTokenHash.get(data.tokenHash) ?? []);
    if (sessionSourceKeys.has(key)) return true;
    const accountSourceKeys = listSourceKeys(this.socketsByAccountId.get(data.user.accountId) ?? []);
    return (
      accountSourceKeys.has(key) ||
      (sessionSourceKeys.size < MAX_SOURCES_PER_SESSION && accountSourceKeys.size < MAX_SOURCES_PER_ACCOUNT)
    );
  }

  /** Counts the different sources that an account watches on this node. */
  countSources(accountId: number): number {
    return listSourceKeys(this.socketsByAccountId.get(accountId) ?? []).size;
  }

  /**
   * Closes the oldest of the sockets that watch no source and are at least `MIN_IDLE_MS` old.
   * @returns whether there was such a socket
   */
  private makeRoom(sockets: Sockets): boolean {
    const now = Date.now();
    for (const socket of sockets) {
      const isIdle = socket.connected && socket.data.watchedSourceKeys.size === 0;
      if (!isIdle || now - socket.handshake.issued < MIN_IDLE_MS) continue;
      socket.disconnect(true);
      return true;
    }
    return false;
  }
}
