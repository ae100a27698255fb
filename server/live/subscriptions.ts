import type { ErrorCode } from '#shared/kernel/error-catalogue.ts';
import type { Frame, WatchAnswer, WatchRequest } from '#shared/kernel/live.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import type { ReportDescriptor } from '#shared/kernel/report.ts';
import { mayReadSource, readSourceParams } from '#shared/kernel/source-params.ts';
import { buildErrorMessage } from '#shared/terms/error-message.ts';
import type { Backend } from '../call/backend.ts';
import type { AccountSockets } from './account-sockets.ts';
import { MessageAllowance } from './allowance.ts';
import { AnswerTurns } from './answer-turns.ts';
import { countUnsentBytes } from './count-unsent-bytes.ts';
import { getSourceRoom, getTopicRoom, type LiveNamespace, type LiveSocket } from './live-socket.ts';
import type { Source } from './source.ts';
import { makeSourceKey, type SourceRegistry } from './sources.ts';
import { listTopics } from './topics-of.ts';

const MAX_SOURCES_PER_SOCKET = 64;
/** The number of unsent bytes above which a socket counts as slow and loses its subscriptions. */
const SLOW_SOCKET_BYTES = 1_000_000;
/** The number of unsent bytes below which a slow socket receives messages again. */
const DRAINED_SOCKET_BYTES = 64_000;

interface ParsedWatchRequest {
  source: string;
  params: Record<string, string>;
  run: string | null;
  pos: number | null;
}

/** Parses a watch request; null if it is malformed. */
function parseWatchRequest(raw: unknown): ParsedWatchRequest | null {
  if (raw === null || typeof raw !== 'object') return null;
  const { source, params = {}, run, pos } = raw as Partial<Record<keyof WatchRequest, unknown>>;
  if (typeof source !== 'string' || params === null || typeof params !== 'object' || Array.isArray(params))
    return null;
  if (Object.values(params).some((value) => typeof value !== 'string')) return null;
  return {
    source,
    params: params as Record<string, string>,
    run: typeof run === 'string' ? run : null,
    pos: typeof pos === 'number' && Number.isSafeInteger(pos) ? pos : null,
  };
}

/**
 * Manages which socket on this node watches which source, and sends the frames of a source to its watchers.
 * Slow sockets lose their subscriptions.
 */
export class Subscriptions {
  private readonly namespace: LiveNamespace;
  private readonly backend: Backend;
  private readonly sources: SourceRegistry;
  private readonly accountSockets: AccountSockets;
  private readonly answerTurns = new AnswerTurns();
  private readonly onError: (error: unknown, message: string) => void;

  constructor(
    namespace: LiveNamespace,
    backend: Backend,
    sources: SourceRegistry,
    accountSockets: AccountSockets,
    onError: (error: unknown, message: string) => void,
  ) {
    this.namespace = namespace;
    this.backend = backend;
    this.sources = sources;
    this.accountSockets = accountSockets;
    this.onError = onError;
  }

  /** Registers the event handlers of a socket. */
  addHandlers(socket: LiveSocket, sendHeartbeat: () => void): void {
    const allowance = new MessageAllowance();
    socket.on('watch', (request, answer) => {
      if (typeof answer !== 'function') return;
      if (!allowance.takeOne() || !this.accountSockets.countWatchRequest(socket)) {
        answer(this.refuseRequest(socket, 'tooManyRequests'));
        return;
      }
      this.watch(socket, request, answer).then(sendHeartbeat, (error: unknown) => {
        this.onError(error, 'A watch failed');
        answer(this.refuseRequest(socket, 'requestFailed'));
      });
    });
    socket.on('unwatch', (request: unknown) => {
      const key = (request as { key?: unknown } | null)?.key;
      if (allowance.takeOne() && typeof key === 'string') this.leave(socket, key);
    });
    socket.on('disconnect', () => this.leaveAll(socket));
  }

  /**
   * Lets a socket join the rooms of the topics that its user may receive, and leave the rooms of other
   * topics.
   */
  joinTopicRooms(socket: LiveSocket): void {
    const { user } = socket.data;
    const allowedRooms = new Set(listTopics(user).map((topic) => getTopicRoom(user.factoryId, topic)));
    for (const room of [...socket.rooms]) {
      if (room.startsWith('factory:') && !allowedRooms.has(room)) void socket.leave(room);
    }
    if (allowedRooms.size > 0) void socket.join([...allowedRooms]);
  }

  /** Sends a frame to the watchers of its source, except those that are too slow. The frame is encoded once. */
  publish(source: Source, frame: Frame): void {
    for (const id of source.watchers.keys()) {
      const socket = this.namespace.sockets.get(id);
      if (socket && countUnsentBytes(socket) > SLOW_SOCKET_BYTES) this.suspendSlowSocket(socket);
    }
    this.namespace.to(getSourceRoom(source.key)).emit('patch', frame);
  }

  /**
   * Makes the screens of a factory load all data again, because the feed positions that they know are no
   * longer valid.
   * @param factoryId null for all factories
   */
  restart(factoryId: number | null): void {
    for (const socket of this.namespace.sockets.values()) {
      if (factoryId !== null && socket.data.user.factoryId !== factoryId) continue;
      this.leaveAll(socket);
      socket.emit('reset', { source: null });
    }
  }

  /**
   * Applies changed permissions to a socket. It ends the subscriptions that are no longer allowed.
   */
  endForbiddenSubscriptions(socket: LiveSocket): void {
    if (!socket.data.isSlow) this.joinTopicRooms(socket);
    for (const key of [...socket.data.watchedSourceKeys]) {
      const source = this.sources.get(key);
      if (source && this.mayWatch(socket, source)) continue;
      this.leave(socket, key);
      socket.emit('reset', { source: key });
    }
  }

  /** Ends the subscriptions of slow sockets, and resumes sockets that are fast enough again. */
  suspendOrResumeSockets(): void {
    for (const socket of this.namespace.sockets.values()) {
      const unsentBytes = countUnsentBytes(socket);
      if (!socket.data.isSlow && unsentBytes > SLOW_SOCKET_BYTES) this.suspendSlowSocket(socket);
      else if (socket.data.isSlow && unsentBytes < DRAINED_SOCKET_BYTES) {
        socket.data.isSlow = false;
        this.joinTopicRooms(socket);
        // While it was slow, the socket missed changes, so its screen must load all data again.
        socket.emit('reset', { source: null });
      }
    }
  }

  private async watch(
    socket: LiveSocket,
    raw: unknown,
    answer: (answer: WatchAnswer) => void,
  ): Promise<void> {
    // The server handles other calls between two requests, and between two answers.
    await this.answerTurns.waitForTurn();
    const openResult = await this.open(socket, raw);
    if ('code' in openResult) {
      answer(this.refuseRequest(socket, openResult.code));
      return;
    }
    const { source, request } = openResult;
    let problem = await source.waitForRows();
    await this.answerTurns.waitForTurn();
    // Meanwhile the source may have lost its rows.
    problem ??= await source.waitForRows();
    // While the answer waited, the socket may have disconnected, left the source, or lost its
    // session.
    if (!socket.connected || !socket.data.watchedSourceKeys.has(source.key)) {
      this.leave(socket, source.key);
      answer(this.refuseRequest(socket, 'requestFailed'));
      return;
    }
    if (problem) {
      this.leave(socket, source.key);
      answer(this.refuseRequest(socket, problem.code));
      return;
    }
    // The socket joins the room and gets its answer in one step, so that no frame is lost in
    // between.
    void socket.join(getSourceRoom(source.key));
    const missedFrames =
      request.run !== null && request.pos !== null ? source.findMissedFrames(request.run, request.pos) : null;
    answer({ ok: true, key: source.key, ...(missedFrames ?? source.makeSnapshot()) });
  }

  /** Validates a watch request, finds or creates its source, and adds the socket as a watcher. */
  private async open(
    socket: LiveSocket,
    raw: unknown,
  ): Promise<{ source: Source; request: ParsedWatchRequest } | { code: ErrorCode }> {
    const request = parseWatchRequest(raw);
    if (!request) return { code: 'paramCheckFailed' };
    const { token, ip } = socket.data;
    if (socket.data.user.mustChangePassword) {
      const user = await this.backend.loadUser(token);
      if (!user) return { code: 'notSignedIn' };
      if (user.mustChangePassword) return { code: 'mustChangePassword' };
      socket.data.user = user;
      this.joinTopicRooms(socket);
    }
    const report = (await this.backend.loadReports(token)).find(
      (candidate) => candidate.path === request.source,
    );
    if (!report) return { code: 'notFound' };
    const paramsResult = readSourceParams(report.parameters, request.params);
    // A user without the permission learns nothing about the parameters.
    const params = 'params' in paramsResult ? paramsResult.params : null;
    if (!(await this.mayOpen(socket, report, params))) return { code: 'noPermission' };
    if (params === null) return { code: 'fieldsInvalid' };
    const { watchedSourceKeys, user } = socket.data;
    const key = makeSourceKey(user, report, params);
    const hasTooManySources = watchedSourceKeys.size >= MAX_SOURCES_PER_SOCKET && !watchedSourceKeys.has(key);
    const source =
      hasTooManySources || !this.accountSockets.mayWatch(socket, key)
        ? null
        : this.sources.open(user, report, params);
    if (!source) return { code: 'tooManyRequests' };
    if (!socket.connected) return { code: 'requestFailed' };
    watchedSourceKeys.add(key);
    source.watch(socket.id, { token, ip, accountId: user.accountId });
    return { source, request };
  }

  private mayWatch(socket: LiveSocket, source: Source): boolean {
    const { user } = socket.data;
    return (
      user.factoryId === source.factory.factoryId &&
      !user.mustChangePassword &&
      mayReadSource(user, source.report, source.params)
    );
  }

  /**
   * Whether a socket may watch a source. The boards of a screen may have changed since its user was loaded, so the user
   * of a screen is loaded again before a refusal.
   */
  private async mayOpen(
    socket: LiveSocket,
    report: ReportDescriptor,
    params: Record<string, string> | null,
  ): Promise<boolean> {
    const { token, user } = socket.data;
    if (params === null) return user.sources === undefined && hasPermission(user, report.permission);
    if (mayReadSource(user, report, params)) return true;
    if (!user.screen) return false;
    const reloadedUser = await this.backend.loadUser(token);
    if (reloadedUser?.screen?.id !== user.screen.id) return false;
    socket.data.user = reloadedUser;
    return mayReadSource(reloadedUser, report, params);
  }

  private suspendSlowSocket(socket: LiveSocket): void {
    if (socket.data.isSlow) return;
    socket.data.isSlow = true;
    for (const room of [...socket.rooms]) if (room.startsWith('factory:')) void socket.leave(room);
    this.leaveAll(socket);
  }

  private leave(socket: LiveSocket, key: string): void {
    if (!socket.data.watchedSourceKeys.delete(key)) return;
    void socket.leave(getSourceRoom(key));
    this.sources.get(key)?.unwatch(socket.id);
  }

  private leaveAll(socket: LiveSocket): void {
    for (const key of [...socket.data.watchedSourceKeys]) this.leave(socket, key);
  }

  private refuseRequest(socket: LiveSocket, code: ErrorCode): WatchAnswer {
    return { ok: false, code, message: buildErrorMessage(socket.data.lang, code) };
  }
}
