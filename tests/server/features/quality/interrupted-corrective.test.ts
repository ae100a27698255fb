import { beforeAll, expect, test } from 'vitest';
import { createBreaker } from '#tests/support/break-everywhere.ts';
import {
  createCorrectiveFactory,
  type CorrectiveFactory,
  type CorrectiveRow,
} from '#tests/support/corrective-floor.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, type CallFunction } from '#tests/support/floor.ts';

/** The fewest statements that a change can need: reading, and writing the row, its history and the change feed. */
const MIN_STATEMENTS = 5;

describeForEachDatabase('a change of a corrective action whose connection breaks anywhere', (database) => {
  let floor: CorrectiveFactory;
  let breakEverywhere: (run: (call: CallFunction) => Promise<unknown>) => Promise<number>;
  beforeAll(async () => {
    const factory = await createTestFactory(await database.open());
    floor = await createCorrectiveFactory(factory);
    breakEverywhere = await createBreaker(factory);
  });

  test('writes nothing, and can be made again: beginning, planning, completing, judging, coming back, cancelling', async () => {
    const errorClassId = await floor.addErrorClass('Chatter marks');
    let corrective: CorrectiveRow = { id: 0, errorClassId };
    const order = await floor.quality.work({ good: 3 });
    const counts = [
      await breakEverywhere(async (call) => {
        corrective = await floor.begin({ errorClassId }, call);
      }),
      await breakEverywhere((call) => floor.plan(corrective, {}, call)),
      await breakEverywhere((call) => floor.complete(corrective, undefined, {}, call)),
    ];
    expect(await floor.read(corrective)).toMatchObject({
      ...{ code: expect.stringMatching(/^D/), state: 'correctiveChecking', round: 1 },
      ...{ measures: [{ state: 'measureDone' }], events: [{ kind: 'beginCheck' }] },
    });
    const raise = (call: CallFunction) => floor.quality.raise(order, { errorClassId, quantity: 1 }, call);
    counts.push(
      await breakEverywhere((call) => floor.send('judge', corrective, { verdict: 'judgeEffective' }, call)),
      await breakEverywhere(raise),
    );
    const reopenedCorrective = await floor.read(corrective);
    expect(reopenedCorrective).toMatchObject({ state: 'correctiveOpen', round: 2, closedAt: null });
    expect(reopenedCorrective.events.map(({ kind }) => kind)).toEqual([
      'beginCheck',
      'judgeEffective',
      'recurDefect',
    ]);
    expect(reopenedCorrective.exceptions).toHaveLength(1);
    counts.push(
      await breakEverywhere((call) => floor.send('beginCheck', corrective, {}, call)),
      await breakEverywhere((call) =>
        floor.send('judge', corrective, { verdict: 'judgeNotEffective' }, call),
      ),
      await breakEverywhere((call) => floor.send('cancel', corrective, {}, call)),
    );
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(MIN_STATEMENTS);
    expect(await floor.read(corrective)).toMatchObject({ state: 'correctiveCancelled', round: 3 });
  });
});
