import { afterAll, beforeAll } from 'vitest';
import type { TestDatabase } from './databases.ts';
import { address, DEFAULT_PASSWORD } from './wire-people.ts';
import { startTestServer, type Caller, type TestServer } from './wire-server.ts';

/** A server of a suite's own, and its administrator; there while its tests run. */
export interface OwnServer {
  readonly server: TestServer;
  readonly admin: Caller;
  /** Looks into the database, past the server. */
  sql: (text: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>;
}

/** Starts the server of a suite, with a password for those who never had one; somebody is signed in as administrator. */
export function ownServer(database: TestDatabase): OwnServer {
  let server: TestServer;
  let admin: Caller;
  beforeAll(async () => {
    server = await startTestServer(database, { MES_DEFAULT_PASSWORD: DEFAULT_PASSWORD });
    admin = await server.caller(address()).logIn();
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
