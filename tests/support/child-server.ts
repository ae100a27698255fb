import { startServerProcess, type ServerProcess } from './server-process.ts';
import { TEST_ADMIN } from './wire-server.ts';

/**
 * Starts the product in a process of its own, with an empty factory and its administrator, or on what an earlier one
 * left: it can be killed and come back.
 * @param settings names of the configuration
 * @param house where its sources lie; those of this project unless it says otherwise
 */
export const startChildServer = (
  database: { url: string | undefined; dataDir: string },
  port: number,
  settings: Record<string, string> = {},
  house?: string,
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
    house,
  );
