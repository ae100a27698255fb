import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Backend } from '../call/backend.ts';
import type { FeedRow } from './feed-row.ts';
import type { LiveNamespace, LiveSocket } from './live-socket.ts';

/** How often the session of each socket is checked, in milliseconds. */
const RECHECK_INTERVAL_MS = 60_000;
/** How long scheduled checks of sessions are collected before they run together, in milliseconds. */
const CHECK_DELAY_MS = 100;
/** Maximum number of sessions that are checked at the same time. */
const MAX_CONCURRENT_CHECKS = 4;
/**
 * How long an ended session is remembered, in milliseconds. During this time, a socket that was connecting
 * when its session ended is refused.
 */
const ENDED_SESSION_MEMORY_MS = 60_000;

/**
 * Watches the sessions of the sockets on this node. It closes the sockets of ended sessions. It reloads the
 * users of the other sockets every minute, and when their permissions may have changed.
 */
export class SocketSessions {
  private readonly namespace: LiveNamespace;
  private readonly backend: Backend;
  private readonly onUserReloaded: (socket: LiveSocket) => void;
  private readonly onError: (error: unknown, message: string) => void;
  private readonly endTimes = new Map<string, number>();
  private readonly pendingChecks = new Set<string>();
  private timer: NodeJS.Timeout | null = null;
  private isFailing = false;

  /** @param onUserReloaded called for each socket whose user was reloaded */
  constructor(
    namespace: LiveNamespace,
    backend: Backend,
    onUserReloaded: (socket: LiveSocket) => void,
    onError: (error: unknown, message: string) => void,
  ) {
    this.namespace = namespace;
    this.backend = backend;
    this.onUserReloaded = onUserReloaded;
    this.onError = onError;
  }

  /** Whether a session has ended recently, for example while its socket was connecting. */
  hasEnded(tokenHash: string): boolean {
    return this.endTimes.has(tokenHash);
  }

  /** Notifies and closes the sockets of an ended session on this node. */
  revoke(tokenHash: string): void {
    this.endTimes.set(tokenHash, Date.now());
    for (const socket of this.namespace.sockets.values())
      if (socket.data.tokenHash === tokenHash) this.closeSocket(socket);
  }

  /** Schedules a check of the session with a token. */
  scheduleCheck(token: string): void {
    this.pendingChecks.add(token);
    this.timer ??= setTimeout(() => {
      this.timer = null;
      const tokens = [...this.pendingChecks];
      this.pendingChecks.clear();
      void this.checkSessions(tokens);
    }, CHECK_DELAY_MS);
  }

  /** Schedules checks of the sessions of all sockets. */
  checkAll(): void {
    for (const { data } of this.namespace.sockets.values()) this.scheduleCheck(data.token);
  }

  /** Handles feed rows about sessions, permissions, roles and employees. */
  onRow(row: FeedRow): void {
    if (row.entity === 'session') {
      const { tokenHashes } = (row.data ?? {}) as { tokenHashes?: unknown };
      if (Array.isArray(tokenHashes))
        for (const tokenHash of tokenHashes) if (typeof tokenHash === 'string') this.revoke(tokenHash);
      return;
    }
    if (row.entity !== 'permission' && row.entity !== 'role' && row.entity !== 'employee') return;
    for (const { data } of this.namespace.sockets.values()) {
      if (data.user.factoryId !== row.factoryId) continue;
      const isAffected =
        row.entity !== 'employee' ||
        row.ids === null ||
        (data.user.employeeId !== null && row.ids.includes(data.user.employeeId));
      if (isAffected) this.scheduleCheck(data.token);
    }
  }

  /** Schedules the regular checks that are due, and forgets sessions that ended some time ago. */
  scheduleDueChecks(): void {
    const now = Date.now();
    for (const [tokenHash, endedAt] of this.endTimes)
      if (now - endedAt > ENDED_SESSION_MEMORY_MS) this.endTimes.delete(tokenHash);
    for (const { data } of this.namespace.sockets.values()) {
      if (now - data.checkedAt < RECHECK_INTERVAL_MS) continue;
      data.checkedAt = now;
      this.scheduleCheck(data.token);
    }
  }

  close(): void {
    if (this.timer) clearTimeout(this.timer);
  }

  private async checkSessions(tokens: string[]): Promise<void> {
    const remainingTokens = [...tokens];
    const checkRemainingSessions = async (): Promise<void> => {
      for (let token = remainingTokens.pop(); token !== undefined; token = remainingTokens.pop())
        await this.checkSession(token);
    };
    await Promise.all(Array.from({ length: MAX_CONCURRENT_CHECKS }, checkRemainingSessions));
  }

  private async checkSession(token: string): Promise<void> {
    let user: CurrentUser | null;
    try {
      user = await this.backend.loadUser(token);
      this.isFailing = false;
    } catch (error) {
      // If the check fails, the sockets stay open. The next regular check repeats it.
      if (!this.isFailing) this.onError(error, 'Sessions cannot be looked at now');
      this.isFailing = true;
      return;
    }
    for (const socket of this.namespace.sockets.values()) {
      if (socket.data.token !== token) continue;
      socket.data.checkedAt = Date.now();
      const oldUser = socket.data.user;
      if (!user || user.factoryId !== oldUser.factoryId || user.accountId !== oldUser.accountId)
        this.closeSocket(socket);
      else {
        socket.data.user = user;
        this.onUserReloaded(socket);
      }
    }
  }

  private closeSocket(socket: LiveSocket): void {
    socket.emit('revoked', { code: 'notSignedIn' });
    socket.disconnect(true);
  }
}
