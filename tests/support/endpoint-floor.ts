import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import type { Connection } from '#server/db/connect.ts';
import { formCallRoutes } from '#server/mes/routes.ts';
import { callBackend } from './call-backend.ts';
import { makeRowCounter } from './count-rows.ts';
import type { TestDatabase } from './databases.ts';
import type { EndpointCaller } from './expect-wrong-values-refused.ts';
import { createTestFactory, type TestFactory } from './floor.ts';
import { SEPARATELY_TESTED_PATHS } from './route-input.ts';
import { createSampleRows, type SampleRowIds } from './sample-rows.ts';
import { addRowsMadeByServer } from './server-made-rows.ts';
import { startAdminServer, type AdminServer } from './server.ts';
import type { Caller } from './wire-server.ts';

/** The prefix of every text of the other factory. */
export const OTHER_FACTORY_TEXT_PREFIX = 'ZZTHEIRS';

/** The endpoints that the loops over all endpoints test. */
export const testedRoutes = formCallRoutes.filter((route) => !SEPARATELY_TESTED_PATHS.has(route.path));

/** A server with two factories, which have one row of each entity. All fields exist only while the tests run. */
export interface EndpointFloor {
  readonly server: AdminServer;
  /** The administrator of the first factory, over HTTP. */
  readonly caller: Caller;
  /** Calls as the administrator without HTTP, because thousands of HTTP calls would take too long. */
  callDirectly: EndpointCaller;
  /** Counts the rows and versions of all tables. */
  countRows: () => Promise<Record<string, string>>;
  readonly sampleIds: SampleRowIds;
  readonly otherFactory: TestFactory;
  readonly otherIds: SampleRowIds;
  /** Adds another row of each entity to the first factory. */
  createOwnRows: () => Promise<SampleRowIds>;
}

/** Waits until no plan is being computed, because the planner still writes after the call that asked for a plan. */
async function waitForPlanner({ db }: Connection): Promise<void> {
  while ((await sql`select 1 from schedule_run where state = 'computing'`.execute(db)).rows.length > 0)
    await pause(50);
}

/** Before the tests of a suite, starts a server and adds rows to two factories. After the tests, closes the server. */
export function startEndpointFloor(database: TestDatabase): EndpointFloor {
  const floor = {} as { -readonly [Key in keyof EndpointFloor]: EndpointFloor[Key] };
  beforeAll(async () => {
    const server = await startAdminServer(database);
    const { admin, connection } = server;
    const caller = server.caller();
    caller.token = admin.token;
    floor.server = server;
    floor.caller = caller;
    floor.callDirectly = (path, fields) => callBackend(server, caller, path, fields);
    const countRows = await makeRowCounter(connection);
    floor.countRows = async () => {
      await waitForPlanner(connection);
      return countRows();
    };
    floor.createOwnRows = async () =>
      addRowsMadeByServer(
        connection.db,
        admin,
        await createSampleRows((path, fields) => admin.call(path, fields)),
      );
    floor.sampleIds = await floor.createOwnRows();
    floor.otherFactory = await createTestFactory(connection);
    const otherRows = await createSampleRows(floor.otherFactory.call, OTHER_FACTORY_TEXT_PREFIX);
    floor.otherIds = await addRowsMadeByServer(
      connection.db,
      floor.otherFactory,
      otherRows,
      OTHER_FACTORY_TEXT_PREFIX,
    );
  }, 600_000);
  afterAll(() => floor.server?.close());
  return floor;
}
