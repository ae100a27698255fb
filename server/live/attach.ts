import { randomUUID } from 'node:crypto';
import type { Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import { HEARTBEAT_INTERVAL_MS, LIVE_NAMESPACE } from '#shared/kernel/live.ts';
import { getDatabaseTime } from '../db/clock.ts';
import type { Connection } from '../db/connect.ts';
import { addCommitListener } from '../db/transaction.ts';
import { log } from '../log.ts';
import type { Backend } from '../call/backend.ts';
import { FairTaskLimiter } from '../call/slot-queue.ts';
import { AccountSockets } from './account-sockets.ts';
import { querySource } from './query-source.ts';
import { SocketSessions } from './socket-sessions.ts';
import { ChangeMessageMerger } from './changed-messages.ts';
import { CommitNotifier } from './commit-notifier.ts';
import { makeSocketAuthentication } from './authenticate-socket.ts';
import { getTopicRoom, type LiveNamespace, type LiveSocket } from './live-socket.ts';
import { PairedScreens } from './paired-screens.ts';
import type { Poller } from './polling.ts';
import { BoardRecorder } from './recording/recorder.ts';
import type { Source } from './source.ts';
import { MAX_EMBEDDED_SOURCE_IDLE_MS, MAX_UPSTREAM_SOURCE_IDLE_MS, SourceRegistry } from './sources.ts';
import { FeedTailer } from './tailer.ts';
import { hashToken } from '../db/token-hash.ts';
import { Subscriptions } from './subscriptions.ts';

interface LiveUpdateOptions {
  http: HttpServer;
  backend: Backend;
  connection: Connection;
  /**
   * Polls an upstream MES. It is null for the embedded MES, whose change feed reports all
   * changes.
   */
  poller: Poller<Source> | null;
  /** Number of trusted reverse proxies. */
  proxyCount: number;
  build: string;
  /** Whether this node records boards; false by default. */
  recordsBoards?: boolean;
  /** Called for each row of the change feed with the entity whose rows have changed, and their factory. */
  onChange?: (entity: string, factoryId: number) => void;
}

export interface LiveUpdates {
  /** Closes the sockets of an ended session on this node. */
  revoke: (tokenHash: string) => void;
  close: () => Promise<void>;
}

/** Maximum size of a client message, in bytes. */
const MAX_MESSAGE_BYTES = 16 * 1024;
const SWEEP_INTERVAL_MS = 1000;
/**
 * The maximum number of sources that are computed at the same time. Further sources wait, and the accounts take turns.
 */
const MAX_CONCURRENT_COMPUTATIONS = 4;

const logWarningOrInfo = (error: unknown, message: string): void => {
  if (error) log.warn({ err: error }, message);
  else log.info(message);
};

/**
 * Adds live updates to a node. They pass the changes in the change feed to screens and boards over
 * Socket.IO. With an upstream MES, the poll writes the feed.
 */
export async function attachLiveUpdates({
  http,
  backend,
  connection,
  poller,
  proxyCount,
  build,
  recordsBoards = false,
  onChange,
}: LiveUpdateOptions): Promise<LiveUpdates> {
  let runId: string = randomUUID();
  const io = new Server(http, {
    path: '/socket.io',
    transports: ['websocket'],
    allowUpgrades: false,
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    connectTimeout: 10_000,
  });
  // Sockets are accepted only in the live namespace, which requires a session.
  io.use((_socket, next) => next(new Error('notFound')));
  const namespace = io.of(LIVE_NAMESPACE) as unknown as LiveNamespace;
  const accountSockets = new AccountSockets();
  namespace.use(makeSocketAuthentication(backend, proxyCount, accountSockets));
  const computations = new FairTaskLimiter(MAX_CONCURRENT_COMPUTATIONS, Number.POSITIVE_INFINITY);
  /**
   * Computes the rows of a source. The computation waits in the queue as a task of the watching account that
   * has the fewest sources.
   */
  const computeRows = (source: Source) => {
    const watcherAccountIds = [...new Set([...source.watchers.values()].map(({ accountId }) => accountId))];
    const sourceCountByAccountId = new Map(
      watcherAccountIds.map((accountId) => [accountId, accountSockets.countSources(accountId)]),
    );
    const ownerId = watcherAccountIds.sort(
      (left, right) => sourceCountByAccountId.get(left)! - sourceCountByAccountId.get(right)!,
    )[0];
    return computations.run(
      () => querySource(backend, source, (token) => sessions.scheduleCheck(token)),
      ownerId,
    );
  };

  const sources = new SourceRegistry({
    getRunId: () => runId,
    getPosition: (factoryId) => tailer.getPosition(factoryId),
    getLastVerifiedTime: (key) => (poller ? poller.getLastConfirmedTime(key) : tailer.getLastReadTime()),
    queryRows: (source) => poller?.takeChangedRows(source.key) ?? computeRows(source),
    publishFrame: (source, frame) => subscriptions.publish(source, frame),
    isClockDriven: poller === null,
    readZone: async (factoryId) => {
      const factory = await connection.db
        .selectFrom('factory')
        .select('zone')
        .where('id', '=', factoryId)
        .executeTakeFirst();
      return factory?.zone ?? null;
    },
    onError: logWarningOrInfo,
    maxIdleMs: poller === null ? MAX_EMBEDDED_SOURCE_IDLE_MS : MAX_UPSTREAM_SOURCE_IDLE_MS,
    getNowMs: () => getDatabaseTime(connection.db).getTime(),
  });
  const subscriptions = new Subscriptions(namespace, backend, sources, accountSockets, logWarningOrInfo);
  const sessions = new SocketSessions(
    namespace,
    backend,
    (socket) => {
      subscriptions.endForbiddenSubscriptions(socket);
      screens.announceChangedContent(socket);
    },
    logWarningOrInfo,
  );
  const screens = new PairedScreens(
    namespace,
    connection.db,
    (token) => sessions.scheduleCheck(token),
    logWarningOrInfo,
  );
  const recorder =
    recordsBoards && backend.recordingPlan
      ? new BoardRecorder({
          ...{ db: connection.db, backend, plan: backend.recordingPlan, sources },
          onError: logWarningOrInfo,
        })
      : null;
  const changeMerger = new ChangeMessageMerger((factoryId, message) => {
    namespace.to(getTopicRoom(factoryId, message.topic)).emit('changed', message);
  });
  const tailer = new FeedTailer(
    connection.db,
    {
      onRow: (row) => {
        sessions.onRow(row);
        sources.onRow(row);
        screens.onRow(row);
        recorder?.onRow(row);
        changeMerger.onRow(row);
        onChange?.(row.entity, row.factoryId);
      },
      onReset: (factoryId) => {
        if (factoryId === null) {
          runId = randomUUID();
          // The database was restored, so sessions that began after the backup no longer exist.
          sessions.checkAll();
        }
        subscriptions.restart(factoryId);
        sources.reset(factoryId);
        recorder?.reset();
      },
    },
    logWarningOrInfo,
  );
  const notifier = connection.url
    ? new CommitNotifier(connection.url, () => tailer.wake(), logWarningOrInfo)
    : null;

  const sendHeartbeat = (socket: LiveSocket): void => {
    if (socket.data.isSlow) return;
    const lastGoodTimes: Record<string, string> = {};
    for (const key of socket.data.watchedSourceKeys) {
      const at = sources.get(key)?.getLastGoodTime();
      if (at) lastGoodTimes[key] = at;
    }
    const pos = tailer.getPosition(socket.data.user.factoryId);
    socket.emit('beat', {
      now: getDatabaseTime(connection.db).toISOString(),
      pos,
      build,
      sources: lastGoodTimes,
    });
  };
  namespace.on('connection', (socket) => {
    if (sessions.hasEnded(socket.data.tokenHash)) {
      sessions.revoke(socket.data.tokenHash);
      return;
    }
    subscriptions.joinTopicRooms(socket);
    subscriptions.addHandlers(socket, () => sendHeartbeat(socket));
    screens.addHandlers(socket);
    sendHeartbeat(socket);
  });

  await tailer.start();
  const removeCommitListener = addCommitListener(() => {
    tailer.wake();
    notifier?.notifySoon();
  });
  await notifier?.start();
  recorder?.start();
  poller?.start({
    getSources: () => sources.listSources(),
    queryRows: (source) => querySource(backend, source, (token) => sessions.scheduleCheck(token)),
    onStaleSource: (key) => sources.get(key)?.invalidate(),
  });
  // The sessions of an upstream MES are not in this database, so nothing in the change feed announces a
  // logout. The poll therefore announces the logout to the other nodes.
  backend.onSessionEnded?.(({ token, user }) => {
    const tokenHash = hashToken(token);
    sessions.revoke(tokenHash);
    if (user) poller?.announceSessionEnd(user, tokenHash);
  });
  const heartbeatTimer = setInterval(() => {
    for (const socket of namespace.sockets.values()) sendHeartbeat(socket);
  }, HEARTBEAT_INTERVAL_MS);
  const sweepTimer = setInterval(() => {
    sources.recomputeOrDeleteSources();
    subscriptions.suspendOrResumeSockets();
    sessions.scheduleDueChecks();
  }, SWEEP_INTERVAL_MS);

  return {
    revoke: (tokenHash) => sessions.revoke(tokenHash),
    close: async () => {
      removeCommitListener();
      for (const timer of [heartbeatTimer, sweepTimer]) clearInterval(timer);
      // The screens are disconnected first, so that they can connect to another node.
      namespace.disconnectSockets(true);
      io.engine.close();
      changeMerger.close();
      sessions.close();
      await recorder?.close();
      sources.close();
      await screens.close();
      await poller?.close();
      await notifier?.close();
      await tailer.close();
    },
  };
}
