import { beforeAll, expect, test } from 'vitest';
import { createBreaker } from '#tests/support/break-everywhere.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, type CallFunction, type TestFactory } from '#tests/support/floor.ts';
import { checkLedgers } from '#tests/support/ledger-check.ts';
import { createQualityFactory, type QualityFactory } from '#tests/support/quality-floor.ts';
import { readProcessProgress } from '#tests/support/reports.ts';

describeForEachDatabase('a change of quality whose connection breaks at any statement', (database) => {
  let factory: TestFactory;
  let quality: QualityFactory;
  let breakEverywhere: (run: (call: CallFunction) => Promise<unknown>) => Promise<number>;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    quality = await createQualityFactory(factory);
    breakEverywhere = await createBreaker(factory);
  });

  test('writes nothing, and can be made again: raising, deciding, moving the pieces by the last signature, cancelling', async () => {
    const { employeeId } = await quality.signAsAdministrator();
    const { processId } = await quality.work({ good: 6 });
    let exception = { id: 0 };
    const raise = async (call: CallFunction) => {
      exception = await quality.raise({ processId }, { quantity: 4 }, call);
    };
    const counts = [
      await breakEverywhere(raise),
      await breakEverywhere((call) =>
        quality.determine(exception, { rework: 1, scrap: 3, signers: [{ employeeId }] }, call),
      ),
      await breakEverywhere((call) =>
        quality.sign(exception, { name: 'Admin', employeeId, call, token: '' }),
      ),
    ];
    expect(Math.min(...counts)).toBeGreaterThan(5);
    expect(await readProcessProgress(factory, processId)).toMatchObject({
      ...{ good: 2, hold: 0, reworkOpen: 1, scrap: 3 },
    });
    await quality.raise({ processId }, { quantity: 2 }).then((raised) => (exception = raised));
    await breakEverywhere((call) => quality.cancel(exception, {}, call));
    expect(await readProcessProgress(factory, processId)).toMatchObject({ good: 2, hold: 0 });
    expect((await checkLedgers(factory.connection, factory.factoryId)).mismatches).toEqual([]);
  });
});
