import { startServerProcess, type ServerProcess } from './server-process.ts';
import { TEST_ADMIN } from './wire-server.ts';

/**
 * Starts the server in its own process, so that a test can kill and restart it. A new database gets an empty factory
 * with an administrator; an existing database is used as it is.
 * @param settings environment variables of the configuration
 * @param sourceRoot the folder of the sources; by default this project
 */
export const startChildServer = (
  database: { url: string | undefined; dataDir: string },
  port: number,
  settings: Record<string, string> = {},
  sourceRoot?: string,
): Promise<ServerProcess> =>
  startServerProcess(
    database,
    port,
    {
      MES_CAPTCHA: 'off',
      MES_RATE_LIMIT: '0',
      MES_DEMO: 'off',
      MES_FACTORY_CODE: TEST_ADMIN.factoryCode,
      MES_ADMIN_PASSWORD: TEST_ADMIN.password,
      MES_LOG_LEVEL: 'warn',
      ...settings,
    },
    sourceRoot,
  );
