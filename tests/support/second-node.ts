import { afterAll, beforeAll } from 'vitest';
import { openDatabase, type Connection } from '#server/db/connect.ts';
import type { TestDatabase } from './databases.ts';
import type { CallFunction, TestFactory } from './floor.ts';

/**
 * Opens a second node of a factory before the tests, and closes it after them. On PostgreSQL it has a pool of its own.
 * The embedded database has one connection, so there both nodes are the same.
 * @param getFactory returns the factory, which an earlier `beforeAll` has created
 * @returns a function that calls the second node as the administrator
 */
export function openSecondNode(database: TestDatabase, getFactory: () => TestFactory): CallFunction {
  let secondConnection: Connection | null = null;
  let call: CallFunction;
  beforeAll(async () => {
    const factory = getFactory();
    secondConnection =
      database.kind === 'postgres'
        ? await openDatabase({ url: database.url, dataDir: database.dataDir })
        : null;
    call = factory.createCaller(secondConnection ?? factory.connection);
  });
  afterAll(() => secondConnection?.close());
  return (path, fields, requestId) => call(path, fields, requestId);
}
