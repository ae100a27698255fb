import { beforeAll, describe, expect, test } from 'vitest';
import type { HoldableAnswer } from '#shared/quality/answers.ts';
import type { InspectionHistory } from '#shared/quality/inspection.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import {
  createTestFactory,
  readRefusalCode,
  type RefusedCallError,
  type TestFactory,
} from '#tests/support/floor.ts';
import { BAD_VALUES, GOOD_VALUES, makeInspectionCalls } from '#tests/support/inspection-floor.ts';
import { finishWork, startWorkByNewPerson } from '#tests/support/reports.ts';
import { readTableVersions } from '#tests/support/table-versions.ts';

describeForEachDatabase('an inspection', (database) => {
  let factory: TestFactory;
  let calls: ReturnType<typeof makeInspectionCalls>;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    calls = makeInspectionCalls(factory);
  });
  /** Runs a call that must be refused and must change no table. @returns the error code */
  const readRefusal = async (run: () => Promise<unknown>) => {
    const before = await readTableVersions(factory.connection);
    const code = await readRefusalCode(run());
    expect(await readTableVersions(factory.connection)).toEqual(before);
    return code;
  };

  describe('by the rules of the specification', () => {
    test('the sample batch must not exceed the process quantity', async () => {
      const inspected = await calls.addInspectedProcess(undefined, { quantity: 40 });
      expect(await readRefusal(() => calls.begin(inspected, { batchQuantity: 41 }))).toBe(
        'sampleBatchTooLarge',
      );
      expect((await calls.begin(inspected, { batchQuantity: 40 })).sampleCount).toBe(40);
    });

    test('the sample count must not exceed the sample batch and the process quantity', async () => {
      const inspected = await calls.addInspectedProcess(
        [{ inspectionKind: 'finalInspection', sampling: 'sampleFixed', sampleCount: 3 }],
        { quantity: 40 },
      );
      const begin = (batchQuantity: number, sampleCount: number) =>
        calls.begin(inspected, { inspectionKind: 'finalInspection', batchQuantity, sampleCount });
      expect(await readRefusal(() => begin(10, 11))).toBe('sampleCountTooLarge');
      expect(await readRefusal(() => begin(40, 41))).toBe('sampleCountTooLarge');
      expect(await readRefusal(() => begin(10, 2))).toBe('sampleBelowPlan');
      expect((await begin(10, 10)).sampleCount).toBe(10);
    });
  });

  test('passes if its sample has no more bad pieces than are accepted', async () => {
    const inspected = await calls.addInspectedProcess([
      { inspectionKind: 'finalInspection', sampling: 'sampleFixed', sampleCount: 3, acceptNumber: 1 },
    ]);
    const inspection = await calls.begin(inspected, { inspectionKind: 'finalInspection', batchQuantity: 20 });
    expect(inspection).toMatchObject({ sampleCount: 3, acceptNumber: 1 });
    const makePieceValues = (sampleNumber: number, value: number) => [
      { seq: 10, sampleNumber, value },
      { seq: 20, sampleNumber, judgement: 'judgedOk' },
    ];
    await calls.enter(inspection, [...makePieceValues(1, 20), ...makePieceValues(2, 20.06)]);
    expect(await readRefusal(() => calls.conclude(inspection))).toBe('inspectionValuesMissing');
    expect((await calls.enter(inspection, makePieceValues(3, 19.95))).badCount).toBe(1);
    expect(await calls.conclude(inspection)).toMatchObject({ state: 'inspectionPassed', badCount: 1 });
  });

  test('fails as soon as too many pieces are bad, without the other values', async () => {
    const inspected = await calls.addInspectedProcess();
    const inspection = await calls.failFirstArticle(inspected);
    expect(await calls.read(inspection)).toMatchObject({ state: 'inspectionFailed', badCount: 1 });
  });

  test('takes each value once, and a correction only as a correction', async () => {
    const inspection = await calls.begin(await calls.addInspectedProcess());
    await calls.enter(inspection, GOOD_VALUES);
    await calls.enter(inspection, GOOD_VALUES);
    const otherJudgement = [{ ...GOOD_VALUES[1]!, judgement: 'judgedNotOk' }];
    for (const values of [BAD_VALUES, otherJudgement])
      expect(await readRefusal(() => calls.enter(inspection, values))).toBe('inspectionValueTaken');
    await calls.enter(inspection, [{ ...BAD_VALUES[0]!, replaces: true }]);
    const { values, badCount } = await calls.read(inspection);
    expect(values.map(({ value, isOk }) => [value, isOk])).toEqual([
      [20.06, false],
      [null, true],
    ]);
    expect(badCount).toBe(1);
  });

  test.each([
    ['of no characteristic', { seq: 99, sampleNumber: 1, value: 20 }],
    ['of a piece outside the sample', { seq: 10, sampleNumber: 2, value: 20 }],
    ['with too many decimals', { seq: 10, sampleNumber: 1, value: 20.0001 }],
    ['without a number for a measured characteristic', { seq: 10, sampleNumber: 1, judgement: 'judgedOk' }],
    [
      'with a number for a judged characteristic',
      { seq: 20, sampleNumber: 1, value: 1, judgement: 'judgedOk' },
    ],
    [
      'with a judgement for a measured characteristic',
      { seq: 10, sampleNumber: 1, value: 20, judgement: 'judgedOk' },
    ],
  ])('refuses a value %s', async (_, value) => {
    const inspection = await calls.begin(await calls.addInspectedProcess());
    expect(await readRefusal(() => calls.enter(inspection, [value]))).toBe('fieldsInvalid');
  });

  test('refuses two values of one piece in a call, and a conclusion by somebody who has not seen the last value', async () => {
    const inspection = await calls.begin(await calls.addInspectedProcess());
    const refusal = await calls
      .enter(inspection, [...GOOD_VALUES, GOOD_VALUES[0]!])
      .catch((error: unknown) => error as RefusedCallError);
    expect(Object.keys((refusal as RefusedCallError).fields)).toEqual(['values[2].sampleNumber']);
    await calls.enter(inspection, GOOD_VALUES);
    const { version } = inspection;
    expect(await readRefusal(() => calls.conclude(inspection, { version }))).toBe('stale');
  });

  test('is begun only by a published procedure of the process that demands it, and once at a time', async () => {
    const inspected = await calls.addInspectedProcess();
    const other = await calls.addInspectedProcess();
    expect(await readRefusal(() => calls.begin({ ...inspected, sipId: other.sipId }))).toBe(
      'inspectionNotPlanned',
    );
    expect(await readRefusal(() => calls.begin(inspected, { inspectionKind: 'incoming' }))).toBe(
      'inspectionNotPlanned',
    );
    const otherPartProcess = await calls.addInspectedProcess(undefined, { sip: { partCode: 'Q' } });
    expect(await readRefusal(() => calls.begin(otherPartProcess))).toBe('inspectionNotPlanned');
    const draft = await calls.addInspectedProcess(undefined, { isPublished: false });
    expect(await readRefusal(() => calls.begin(draft))).toBe('inspectionNotPlanned');
    const outcomes = await Promise.allSettled([calls.begin(inspected), calls.begin(inspected)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await readRefusal(() => calls.begin(inspected))).toBe('inspectionOpen');
  });

  describe('of a first article', () => {
    const startWork = async (processId: number) =>
      (await startWorkByNewPerson(factory, processId, 5)).reportId;

    test('that failed blocks the finish of the process until a person with the permission releases it', async () => {
      const inspected = await calls.addInspectedProcess();
      const reportId = await startWork(inspected.processId);
      const failedInspection = await calls.failFirstArticle(inspected);
      expect(await readRefusal(() => finishWork(factory.call, reportId, 5))).toBe('firstArticleFailed');
      expect((await calls.listDue(inspected.processId)).open).toMatchObject([
        { id: failedInspection.id, state: 'inspectionFailed' },
      ]);
      // A second first article that passes does not release the process.
      const secondInspection = await calls.begin(inspected);
      await calls.enter(secondInspection, GOOD_VALUES);
      await calls.conclude(secondInspection);
      expect(await readRefusal(() => finishWork(factory.call, reportId, 5))).toBe('firstArticleFailed');
      const inspector = await factory.createPerson('Inspector', ['QUALITY_INSPECT']);
      expect(await readRefusal(() => calls.release(failedInspection, inspector.call))).toBe('noPermission');
      const head = await factory.createPerson('Head of quality', ['QUALITY_RELEASE']);
      await calls.release(failedInspection, head.call);
      expect((await finishWork(factory.call, reportId, 5)).process.good).toBe(5);
    });

    test('that failed lets the worker stop, and blocks no other process', async () => {
      const inspected = await calls.addInspectedProcess();
      const reportId = await startWork(inspected.processId);
      await calls.failFirstArticle(inspected);
      await factory.call('/mes/report/unfinished', { reportId, good: 1 });
      const other = await calls.addInspectedProcess();
      await finishWork(factory.call, await startWork(other.processId), 5);
    });

    test('fails or the report finishes first: never both', async () => {
      const inspected = await calls.addInspectedProcess();
      const reportId = await startWork(inspected.processId);
      const inspection = await calls.begin(inspected);
      await calls.enter(inspection, BAD_VALUES);
      const [finishOutcome] = await Promise.allSettled([
        finishWork(factory.call, reportId, 5),
        calls.conclude(inspection),
      ]);
      const { rows } = await factory.call<{ rows: { endedAt: string }[] }>('/mes/report/page', {
        filter: JSON.stringify({ processId: inspected.processId }),
      });
      const { concludedAt } = await calls.read(inspection);
      if (finishOutcome.status === 'fulfilled') expect(concludedAt! >= rows[0]!.endedAt).toBe(true);
      else expect((finishOutcome.reason as { code: string }).code).toBe('firstArticleFailed');
    });
  });

  test('by AQL is tightened after two of five lots of the part code were not accepted', async () => {
    const inspected = await calls.addInspectedProcess([
      { inspectionKind: 'finalInspection', sampling: 'sampleAql', aql: 4, inspectionLevel: 'levelII' },
    ]);
    const lotFields = { inspectionKind: 'finalInspection' as const, batchQuantity: 100 };
    for (let count = 0; count < 2; count++) {
      const inspection = await calls.begin(inspected, lotFields);
      expect(await calls.read(inspection)).toMatchObject({
        sampleCount: 20,
        acceptNumber: 2,
        severity: 'normalInspection',
      });
      await calls.enter(
        inspection,
        [1, 2, 3].map((sampleNumber) => ({ seq: 10, sampleNumber, value: 21 })),
      );
      await calls.conclude(inspection);
    }
    const next = await calls.read(await calls.begin(inspected, lotFields));
    expect(next).toMatchObject({ sampleCount: 20, acceptNumber: 1, severity: 'tightenedInspection' });
  });

  test('that failed raises an exception of its process, and no other does', async () => {
    const inspected = await calls.addInspectedProcess();
    const { processId } = inspected;
    const failed = await calls.failFirstArticle(inspected);
    const raiseException = (inspectionId: number, place = processId) =>
      factory.call<{ id: number; code: string }>('/mes/quality/raise', {
        processId: place,
        source: 'machinable',
        quantity: 1,
        inspectionId,
      });
    await factory.call('/mes/report/receive', { processId, quantity: 10 });
    const openInspection = await calls.begin(inspected);
    expect(await readRefusal(() => raiseException(openInspection.id))).toBe('inspectionNotFailed');
    const { rows } = await factory.call<HoldableAnswer>('/mes/quality/holdable', { processId });
    expect(rows).toMatchObject([{ source: 'machinable', available: 10 }]);
    const { code } = await raiseException(failed.id);
    expect((await calls.read(failed)).exceptions).toMatchObject([{ code }]);
  });

  test('leaves the values of a characteristic of a part code readable in time order, without cancelled ones', async () => {
    const { call } = factory;
    const inspected = await calls.addInspectedProcess(undefined, {
      quantity: 250,
      sip: { characteristics: [{ seq: 10, name: 'Bore depth', lower: 5, upper: 6, decimals: 2 }] },
    });
    const measure = async (value: number, verb: 'conclude' | 'cancel', pieceCount = 1) => {
      const inspection = await calls.begin(inspected, { batchQuantity: pieceCount });
      const sampleNumbers = Array.from({ length: pieceCount }, (_, index) => index + 1);
      await calls.enter(
        inspection,
        sampleNumbers.map((sampleNumber) => ({ seq: 10, sampleNumber, value })),
      );
      await calls.move(inspection, verb, verb === 'cancel' ? { reason: 'Wrong piece' } : {});
    };
    await measure(5.5, 'conclude');
    await measure(9, 'cancel');
    await measure(6.25, 'conclude');
    // The cancelled values outnumber the values that the history shows of a characteristic.
    await measure(9, 'cancel', 200);
    const history = await call<InspectionHistory>('/mes/quality/testing/history', { partCode: 'P' });
    const trend = history.trends.find(({ code }) => code === 'Bore depth')!;
    expect(trend.points.map(({ value, outsideLimits }) => [value, outsideLimits])).toEqual([
      [5.5, false],
      [6.25, true],
    ]);
  });
});
