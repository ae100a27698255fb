import { ConfigError, readConfig, type Config } from './config.ts';
import { ADMIN_CODE } from './features/factory/first-factory.ts';
import { isEveryAddress, type ListeningHost } from './start/choose-host.ts';
import { handleUncaughtErrors } from './start/log-crashes.ts';
import { startServer, type RunningServer } from './start/start-server.ts';
import { stopOnSignal } from './start/stop-on-signal.ts';

/**
 * Formats the line about the addresses on which the server listens; no line if HOST names a single address.
 */
function formatListeningLines({ host, isOnlyDemo }: ListeningHost): string[] {
  if (isOnlyDemo)
    return [
      '  Listens    on this machine only, since the badges of the demonstration are known; HOST=0.0.0.0 opens it to the network',
    ];
  return isEveryAddress(host)
    ? ['  Listens    on every address of this machine; set HOST to one address to listen on it alone']
    : [];
}

/** Formats the startup message for the console. */
function formatStartupMessage(
  { url, listeningHost, firstStart: first, connection, backend }: RunningServer,
  config: Config,
): string {
  const lines = [
    `  Open       ${url.replace('127.0.0.1', 'localhost')}`,
    ...formatListeningLines(listeningHost),
  ];
  if (backend.kind === 'upstream') {
    lines.push(`  Forwards   to the MES at ${new URL(config.upstreamUrl!).origin}; log in as you do there`);
  } else if (first) {
    const password = first.generatedPassword ?? 'the one from MES_ADMIN_PASSWORD';
    lines.push(`  Log in     factory ${config.factoryCode}, employee ${ADMIN_CODE}, password ${password}`);
    if (first.customer) {
      const { customerCode, userCode, generatedPassword: madePassword } = first.customer;
      lines.push(
        `             or customer ${customerCode}, user ${userCode}, password ${madePassword ?? 'the one from MES_DEFAULT_PASSWORD'}`,
      );
    }
    if (first.generatedPassword || first.customer?.generatedPassword)
      lines.push('             A made password is shown this once; it must be changed at the first log-in.');
    if (first.isDemoIncomplete)
      lines.push(
        '  Note       the first start was interrupted: the demonstration factory is not complete; on empty data it is made anew',
      );
    if (!config.defaultPassword)
      lines.push(
        '  Note       each new employee gets a password of their own, shown once; MES_DEFAULT_PASSWORD sets one for all',
      );
  } else {
    lines.push(`  Log in     with your factory code and employee code`);
  }
  if (connection.kind === 'embedded') {
    lines.push(`  Data       ${config.dataDir} (embedded database)`);
    lines.push('             It does not wait for the disk: a power cut can lose or damage data.');
    lines.push('             For a factory that lives on it, set DATABASE_URL to a PostgreSQL.');
  } else {
    lines.push(`  Data       PostgreSQL at ${new URL(config.databaseUrl!).host}`);
  }
  return ['', ...lines, ''].join('\n');
}

let server: RunningServer | null = null;
handleUncaughtErrors(async () => server?.close());
try {
  const config = readConfig(process.env);
  server = await startServer(config);
  stopOnSignal(server.close);
  console.log(formatStartupMessage(server, config));
} catch (error) {
  const line = error instanceof Error ? error.message : String(error);
  console.error(error instanceof ConfigError ? line : `The server cannot start: ${line}`);
  process.exit(1);
}
