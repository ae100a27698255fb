import { beforeAll, expect, it } from 'vitest';
import { createConnectionWithChangedStatements } from '#tests/support/changed-statements.ts';
import { createCorrectiveFactory, type CorrectiveFactory } from '#tests/support/corrective-floor.ts';
import { describeForEachDatabase, limitRounds } from '#tests/support/databases.ts';
import { createTestFactory, readRefusalCode, type TestFactory } from '#tests/support/floor.ts';
import { openSecondNode } from '#tests/support/second-node.ts';

const ROUNDS_PER_PAIR = 4;
/** The refusals of somebody who is too late. */
const TOO_LATE = ['correctiveState', 'stale'];

describeForEachDatabase('two changes of a corrective action at once', (database) => {
  const rounds = limitRounds(database, ROUNDS_PER_PAIR);
  let factory: TestFactory;
  let floor: CorrectiveFactory;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    floor = await createCorrectiveFactory(factory);
  });
  const callOnSecondNode = openSecondNode(database, () => factory);
  const runBoth = (...calls: Promise<unknown>[]) => Promise.all(calls.map(readRefusalCode));
  const expectOneAccepted = (codes: readonly string[], refusals: readonly string[] = TOO_LATE) => {
    const refused = codes.filter((code) => code !== 'accepted');
    expect(refused, codes.join()).toHaveLength(1);
    expect(refusals).toContain(refused[0]);
  };
  const readEventKinds = async (corrective: { id: number }) =>
    (await floor.read(corrective)).events.map(({ kind }) => kind);
  const beginWithMeasure = async (fields: Record<string, unknown> = {}) => {
    const corrective = await floor.begin(fields);
    const measureId = await floor.plan(corrective);
    return { corrective, measureId };
  };
  const beginAndComplete = async () => {
    const { corrective } = await beginWithMeasure();
    await floor.complete(corrective);
    return corrective;
  };

  it('two that begin at once have codes of their own', async () => {
    for (let round = 0; round < rounds; round++) {
      const rows = await Promise.all([floor.begin(), floor.begin({}, callOnSecondNode)]);
      const [first, second] = await Promise.all(rows.map(floor.read));
      expect(first!.code).not.toBe(second!.code);
    }
  });

  it('a measure is completed once, if its owner and the leader complete it', async () => {
    for (let round = 0; round < rounds; round++) {
      const { corrective, measureId } = await beginWithMeasure();
      const codes = await runBoth(
        floor.complete(corrective, measureId),
        floor.complete(corrective, measureId, { result: 'Seen' }, callOnSecondNode),
      );
      expectOneAccepted(codes, [...TOO_LATE, 'measureIsDone']);
      expect(await readEventKinds(corrective)).toEqual(['beginCheck']);
    }
  });

  it('a new measure is never open in a check that the last measure begins at the same time', async () => {
    for (let round = 0; round < rounds; round++) {
      const { corrective, measureId } = await beginWithMeasure();
      const codes = await runBoth(
        floor.complete(corrective, measureId),
        floor.plan(corrective, {}, callOnSecondNode),
      );
      const { state, measures } = await floor.read(corrective);
      expect([codes[0], measures.length, state]).toEqual(
        codes[1] === 'accepted' ? ['accepted', 2, 'correctiveOpen'] : ['accepted', 1, 'correctiveChecking'],
      );
    }
  });

  it('a check is judged once, if two people judge it differently', async () => {
    for (let round = 0; round < rounds; round++) {
      const corrective = await beginAndComplete();
      const codes = await runBoth(
        floor.send('judge', corrective, { verdict: 'judgeEffective' }),
        floor.send('judge', corrective, { verdict: 'judgeNotEffective' }, callOnSecondNode),
      );
      expectOneAccepted(codes);
      const verdict = codes[0] === 'accepted' ? 'judgeEffective' : 'judgeNotEffective';
      expect(await readEventKinds(corrective)).toEqual(['beginCheck', verdict]);
    }
  });

  it('it is cancelled or checked, never both, if its last measure is completed at the same time', async () => {
    for (let round = 0; round < rounds; round++) {
      const { corrective, measureId } = await beginWithMeasure();
      const codes = await runBoth(
        floor.complete(corrective, measureId),
        floor.send('cancel', corrective, {}, callOnSecondNode),
      );
      expectOneAccepted(codes);
      const { state, measures } = await floor.read(corrective);
      expect([state, measures[0]!.state]).toEqual(
        codes[0] === 'accepted'
          ? ['correctiveChecking', 'measureDone']
          : ['correctiveCancelled', 'measureOpen'],
      );
    }
  });

  it('a defect that comes back while it is judged effective opens it, whichever is first', async () => {
    for (let round = 0; round < rounds; round++) {
      const corrective = await beginAndComplete();
      const order = await floor.quality.work({ good: 3 });
      const { errorClassId } = corrective;
      const codes = await runBoth(
        floor.send('judge', corrective, { verdict: 'judgeEffective' }),
        floor.quality.raise(order, { errorClassId, quantity: 1 }, callOnSecondNode),
      );
      expect(codes[1]).toBe('accepted');
      expect(['accepted', ...TOO_LATE]).toContain(codes[0]);
      const { state, round: roundNumber, exceptions, closedAt } = await floor.read(corrective);
      expect([state, roundNumber, exceptions.length, closedAt]).toEqual(['correctiveOpen', 2, 1, null]);
    }
  });

  it('a defect that comes back twice at once opens it once', async () => {
    for (let round = 0; round < rounds; round++) {
      const corrective = await beginAndComplete();
      const { errorClassId } = corrective;
      const first = await floor.quality.work({ good: 3 });
      const second = await floor.quality.work({ good: 3 });
      const codes = await runBoth(
        floor.quality.raise(first, { errorClassId, quantity: 1 }),
        floor.quality.raise(second, { errorClassId, quantity: 1 }, callOnSecondNode),
      );
      expect(codes).toEqual(['accepted', 'accepted']);
      expect(await readEventKinds(corrective)).toEqual(['beginCheck', 'recurDefect']);
      expect((await floor.read(corrective)).round).toBe(2);
    }
  });

  it('deletions of measures of the same two, in opposite orders, never wait for each other', async () => {
    let rollbackCount = 0;
    // After a deadlock, one of the two transactions is rolled back and tried again. So the test counts rollbacks.
    const call = factory.createCaller(
      createConnectionWithChangedStatements(factory.connection, (text) => {
        if (/^rollback/i.test(text)) rollbackCount += 1;
        return text;
      }),
    );
    for (let round = 0; round < 2 * rounds; round++) {
      const [firstCorrective, secondCorrective] = [await floor.begin(), await floor.begin()];
      const measureIds: number[] = [];
      for (const corrective of [firstCorrective, secondCorrective, secondCorrective, firstCorrective])
        measureIds.push(await floor.plan(corrective));
      const deleteMeasures = (ids: number[]) => call('/mes/quality/correctiveMeasure/delete', { ids });
      const codes = await runBoth(
        deleteMeasures(measureIds.slice(0, 2)),
        deleteMeasures(measureIds.slice(2)),
      );
      expect([...codes, rollbackCount]).toEqual(['accepted', 'accepted', 0]);
    }
  });
});
