import type { WireClient } from '#server/demo/wire-client.ts';
import { openClient } from './client.ts';
import type { TestDatabase } from './databases.ts';
import { startTestServer, TEST_ADMIN, type TestServer } from './wire-server.ts';

/** A server in this process, with an empty factory and its administrator. */
export interface AdminServer extends TestServer {
  /** Calls over the wire as the administrator. */
  admin: WireClient;
}

/** Tests call as fast as they can and log in without a picture: limits and codes have tests of their own. */
const OPEN = { MES_CAPTCHA: 'off', MES_RATE_LIMIT: '0' } as const;

/** Starts the real server, in process, and logs its administrator in. Close it before its database is opened otherwise. */
export async function startAdminServer(
  database: TestDatabase,
  settings: Record<string, string> = {},
): Promise<AdminServer> {
  const server = await startTestServer(database, { ...OPEN, ...settings });
  try {
    return { ...server, admin: await openClient(server.url, TEST_ADMIN) };
  } catch (error) {
    await server.close();
    throw error;
  }
}
