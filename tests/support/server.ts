import type { WireClient } from '#server/demo/wire-client.ts';
import { openClient } from './client.ts';
import type { TestDatabase } from './databases.ts';
import { startTestServer, TEST_ADMIN, type TestServer } from './wire-server.ts';

/** A server in the test process, with an empty factory and its administrator. */
export interface AdminServer extends TestServer {
  /** Calls the server over HTTP as the administrator. */
  admin: WireClient;
}

/** Turns off rate limits and verification codes, which have their own tests. */
const UNPROTECTED_SERVER_SETTINGS = { MES_CAPTCHA: 'off', MES_RATE_LIMIT: '0' } as const;

/**
 * Starts a server in the test process and logs its administrator in. A test must close the server before it opens the
 * embedded database, which allows only one connection.
 */
export async function startAdminServer(
  database: TestDatabase,
  settings: Record<string, string> = {},
): Promise<AdminServer> {
  const server = await startTestServer(database, { ...UNPROTECTED_SERVER_SETTINGS, ...settings });
  try {
    return { ...server, admin: await openClient(server.url, TEST_ADMIN) };
  } catch (error) {
    await server.close();
    throw error;
  }
}
