import { expect } from 'vitest';
import { createConnectionWithChangedStatements } from './changed-statements.ts';
import { readRefusalCode, type CallFunction, type TestFactory } from './floor.ts';
import { makeTableVersionReader } from './table-versions.ts';

/** More statements than any change sends. */
const MAX_STATEMENTS = 200;
const TRANSACTION_WORDS = /^(begin|commit|rollback|start transaction|set )/i;

/**
 * Returns a function that breaks the connection of a change at each of its statements in turn, until the change is
 * accepted. It expects that a broken change has written nothing, and returns how often it broke the change.
 */
export async function createBreaker(
  factory: TestFactory,
): Promise<(run: (call: CallFunction) => Promise<unknown>) => Promise<number>> {
  const readVersions = await makeTableVersionReader(factory.connection);
  /** Returns a caller of the administrator whose connection breaks after `lastSent` statements. */
  const createBreakingCall = (lastSent: number): CallFunction => {
    let sentCount = 0;
    return factory.createCaller(
      createConnectionWithChangedStatements(factory.connection, (text) => {
        if (!TRANSACTION_WORDS.test(text) && (sentCount += 1) > lastSent)
          throw new Error('The connection broke');
        return text;
      }),
    );
  };
  return async (run) => {
    for (let lastSent = 0; lastSent < MAX_STATEMENTS; lastSent++) {
      const before = await readVersions();
      const code = await readRefusalCode(run(createBreakingCall(lastSent)));
      if (code === 'accepted') return lastSent;
      expect([lastSent, code, await readVersions()]).toEqual([lastSent, expect.any(String), before]);
    }
    throw new Error('The change was never accepted');
  };
}
