import { beforeAll, expect, test } from 'vitest';
import { createConnectionWithChangedStatements } from '#tests/support/changed-statements.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import {
  createTestFactory,
  readRefusalCode,
  type CallFunction,
  type TestFactory,
} from '#tests/support/floor.ts';
import { checkLedgers } from '#tests/support/ledger-check.ts';
import { createQualityFactory, type QualityFactory } from '#tests/support/quality-floor.ts';
import { readProcessProgress } from '#tests/support/reports.ts';
import { makeTableVersionReader } from '#tests/support/table-versions.ts';

/** More statements than any change sends. */
const MAX_STATEMENTS = 200;
const TRANSACTION_WORDS = /^(begin|commit|rollback|start transaction|set )/i;

describeForEachDatabase('a change of quality whose connection breaks at any statement', (database) => {
  let factory: TestFactory;
  let quality: QualityFactory;
  let readVersions: () => Promise<Record<string, string>>;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    quality = await createQualityFactory(factory);
    readVersions = await makeTableVersionReader(factory.connection);
  });

  /** Makes a call that fails at the statement with this number, and at all after it. */
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
  /** Breaks a change at each of its statements in turn, until it is accepted. @returns how often it broke */
  const breakAtEachStatement = async (run: (call: CallFunction) => Promise<unknown>): Promise<number> => {
    for (let lastSent = 0; lastSent < MAX_STATEMENTS; lastSent++) {
      const before = await readVersions();
      const code = await readRefusalCode(run(createBreakingCall(lastSent)));
      if (code === 'accepted') return lastSent;
      expect([lastSent, code, await readVersions()]).toEqual([lastSent, expect.any(String), before]);
    }
    throw new Error('The change was never accepted');
  };

  test('writes nothing, and can be made again: raising, deciding, moving the pieces by the last signature, cancelling', async () => {
    const { employeeId } = await quality.signAsAdministrator();
    const { processId } = await quality.work({ good: 6 });
    let exception = { id: 0 };
    const raiseException = async (call: CallFunction) => {
      exception = await quality.raise({ processId }, { quantity: 4 }, call);
    };
    const counts = [
      await breakAtEachStatement(raiseException),
      await breakAtEachStatement((call) =>
        quality.determine(exception, { rework: 1, scrap: 3, signers: [{ employeeId }] }, call),
      ),
      await breakAtEachStatement((call) =>
        quality.sign(exception, { name: 'Admin', employeeId, call, token: '' }),
      ),
    ];
    expect(Math.min(...counts)).toBeGreaterThan(5);
    expect(await readProcessProgress(factory, processId)).toMatchObject({
      ...{ good: 2, hold: 0, reworkOpen: 1, scrap: 3 },
    });
    await quality.raise({ processId }, { quantity: 2 }).then((raised) => (exception = raised));
    await breakAtEachStatement((call) => quality.cancel(exception, {}, call));
    expect(await readProcessProgress(factory, processId)).toMatchObject({ good: 2, hold: 0 });
    expect((await checkLedgers(factory.connection, factory.factoryId)).mismatches).toEqual([]);
  });
});
