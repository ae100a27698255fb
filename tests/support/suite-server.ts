import { afterAll, beforeAll } from 'vitest';
import type { TestDatabase } from './databases.ts';
import { makeUnusedIpAddress, DEFAULT_PASSWORD } from './wire-people.ts';
import { startTestServer, type Caller, type TestServer } from './wire-server.ts';

/** The server of one suite, and its administrator. Both exist only while the tests run. */
export interface SuiteServer {
  readonly server: TestServer;
  readonly admin: Caller;
  /** Queries the database directly, without the server. */
  sql: (text: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>;
}

/**
 * Before the tests, starts a server on which new employees get DEFAULT_PASSWORD, and logs the administrator in. After
 * the tests, closes the server.
 */
export function startSuiteServer(database: TestDatabase): SuiteServer {
  let server: TestServer;
  let admin: Caller;
  beforeAll(async () => {
    server = await startTestServer(database, { MES_DEFAULT_PASSWORD: DEFAULT_PASSWORD });
    admin = await server.caller(makeUnusedIpAddress()).logIn();
  });
  afterAll(() => server.close());
  return {
    get server() {
      return server;
    },
    get admin() {
      return admin;
    },
    sql: (text, values = []) => server.connection.pool.query<Record<string, unknown>>(text, values),
  };
}
