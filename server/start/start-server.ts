import { createServer } from 'node:http';
import { join } from 'node:path';
import { chooseHost, type ListeningHost } from './choose-host.ts';
import { runFirstStart, setFirstStartPasswords, type FirstStartResult } from './first-start.ts';
import { keepSimulatorRunning } from './run-simulator.ts';
import type { Config } from '../config.ts';
import { followDatabaseClock } from '../db/clock.ts';
import { openDatabase, type Connection } from '../db/connect.ts';
import { followDiskSpace } from '../db/disk-space.ts';
import { maintainEmbeddedDatabase } from '../db/maintain-statistics.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { requireSupportedDatabase } from '../db/require-postgres.ts';
import { AlarmWatch } from '../features/alarm/watch-alarms.ts';
import { maintainSearchKeys } from '../features/search/maintain-search-keys.ts';
import { makeVerificationCode } from '../features/session/verification-code.ts';
import { scheduleJobs } from '../jobs/schedule-jobs.ts';
import { PlanWatch } from '../features/schedule/watch-plans.ts';
import { SchedulePlanner } from '../planning/schedule/plan-runs.ts';
import { attachLiveUpdates } from '../live/attach.ts';
import type { Backend } from '../call/backend.ts';
import { EmbeddedBackend } from '../mes/embedded-backend.ts';
import type { Source } from '../live/source.ts';
import { UpstreamPoller } from '../relay/poll.ts';
import { openUpstreamBackend } from '../relay/upstream.ts';
import { makeApp } from '../http/app.ts';
import { readBuildId } from '../http/build-id.ts';
import { log } from '../log.ts';
import { startListening, makeStopFunction } from '../http/listen.ts';
import type { InstallationSettings } from '../call/route.ts';
import { WireKeys } from '../http/wire-keys.ts';

export interface RunningServer {
  /** The base URL, for example http://127.0.0.1:8080. */
  url: string;
  listeningHost: ListeningHost;
  backend: Backend;
  connection: Connection;
  /**
   * The result of the first start; null if the administrator already has a password, or if the node has an upstream
   * MES.
   */
  firstStart: FirstStartResult | null;
  /**
   * Stops the node. It accepts no more calls, waits for running calls, and closes the sockets and the
   * database.
   */
  close: () => Promise<void>;
}

const logWarningOrInfo = (error: unknown, message: string): void => {
  if (error) log.warn({ error: error instanceof Error ? error.message : typeof error }, message);
  else log.info(message);
};

/**
 * Starts a node. It opens the database, runs the migrations, and starts background jobs, HTTP and live
 * updates. Without an upstream MES it also creates the first factory if there is none, and runs the simulator
 * of the demonstration factory.
 * @param overrides functions for tests; `makeCode` generates the text of a verification code
 */
export async function startServer(
  config: Config,
  overrides: { makeCode?: InstallationSettings['makeCode'] } = {},
): Promise<RunningServer> {
  log.level = config.logLevel;
  const connection = await openDatabase({
    url: config.databaseUrl,
    dataDir: config.dataDir,
    poolSize: config.databasePoolSize,
  });
  const closeSteps: (() => Promise<void>)[] = [() => connection.close()];
  const close = async (): Promise<void> => {
    // The steps run in reverse order. A step that fails does not prevent the others.
    for (const step of closeSteps.splice(0).toReversed())
      await step().catch((error: unknown) => logWarningOrInfo(error, 'Something did not close'));
  };
  try {
    await requireSupportedDatabase(connection);
    closeSteps.push(await followDiskSpace(connection, config.dataDir, logWarningOrInfo));
    await migrateDatabase(connection.pool);
    const installation: InstallationSettings = {
      captcha: config.captcha,
      makeCode: overrides.makeCode ?? makeVerificationCode,
      defaultPassword: config.defaultPassword ?? null,
      filesDir: join(config.dataDir, 'files'),
      allowedOfflineLocations: { roots: config.offlineRoots, hosts: config.offlineHosts },
    };
    const backend: Backend = config.upstreamUrl
      ? openUpstreamBackend({ url: config.upstreamUrl })
      : new EmbeddedBackend(connection, installation);
    closeSteps.push(() => backend.close());
    if (backend.kind === 'embedded') await runFirstStart(connection, backend, config);
    const keys = await WireKeys.open(connection.db);
    closeSteps.push(await followDatabaseClock(connection.db, logWarningOrInfo));
    closeSteps.push(await maintainEmbeddedDatabase(connection, logWarningOrInfo));
    closeSteps.push(maintainSearchKeys(connection, logWarningOrInfo));
    closeSteps.push(keys.startRotation(logWarningOrInfo));
    closeSteps.push(await scheduleJobs(connection.db, logWarningOrInfo));

    const buildId = readBuildId();
    const app = makeApp({ config, backend, connection, keys, buildId });
    let isReady = false;
    const http = createServer((request, response) => {
      if (isReady) app(request, response);
      else response.writeHead(503, { 'retry-after': '1' }).end();
    });
    // This timeout is longer than the usual timeouts of proxies, so that a proxy does not send a call on a
    // connection that this server is closing.
    http.keepAliveTimeout = 75_000;
    http.requestTimeout = 120_000;
    const poller =
      backend.kind === 'upstream'
        ? new UpstreamPoller<Source>(connection.db, config.pollMs, logWarningOrInfo)
        : null;
    const proxyCount = config.trustedProxyCount;
    const alarmWatch =
      backend.kind === 'embedded' ? new AlarmWatch(connection.db, { onError: logWarningOrInfo }) : null;
    if (alarmWatch) closeSteps.push(() => alarmWatch.close());
    const planner =
      backend.kind === 'embedded'
        ? await SchedulePlanner.start(connection.db, {
            onError: logWarningOrInfo,
            isOnlyNode: connection.kind === 'embedded',
          })
        : null;
    if (planner) closeSteps.push(() => planner.close());
    const planWatch =
      backend.kind === 'embedded' ? new PlanWatch(connection.db, { onError: logWarningOrInfo }) : null;
    if (planWatch) closeSteps.push(() => planWatch.close());
    const liveUpdates = await attachLiveUpdates({
      http,
      backend,
      connection,
      poller,
      proxyCount,
      build: buildId,
      recordsBoards: config.recordsBoards,
      onChange: (entity, factoryId) => {
        alarmWatch?.onChange(entity);
        planWatch?.onChange(entity, factoryId);
        planner?.onChange(entity);
      },
    });
    // The server first stops accepting connections. Then it closes the sockets, because an open socket would keep
    // it running.
    const stopListening = makeStopFunction(http);
    closeSteps.push(async () => {
      const stopPromise = stopListening();
      await liveUpdates.close();
      await stopPromise;
    });
    const listeningHost = await chooseHost(connection.db, config.host);
    const url = await startListening(http, { port: config.port, host: listeningHost.host });
    // The password of the administrator is set only after the server listens. Until then, calls get 503.
    const firstStartResult =
      backend.kind === 'embedded' ? await setFirstStartPasswords(connection, config) : null;
    isReady = true;
    if (backend.kind === 'embedded')
      closeSteps.push(await keepSimulatorRunning(connection, url, config, logWarningOrInfo));
    return { url, listeningHost, backend, connection, firstStart: firstStartResult, close };
  } catch (error) {
    await close();
    throw error;
  }
}
