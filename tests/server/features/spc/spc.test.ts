import { beforeAll, describe, expect, test } from 'vitest';
import { entities } from '#shared/entities/index.ts';
import { readSpcSeries } from '#server/reports/read-spc-series.ts';
import type { InspectedFeature, InspectedPart, SpcSeries } from '#shared/quality/spc.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import { evaluateAlarms } from '#tests/support/evaluate-alarms.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, readRefusalCode, type TestFactory } from '#tests/support/floor.ts';
import { makeInspectionCalls, type InspectedProcess } from '#tests/support/inspection-floor.ts';
import { makeUniqueText } from '#tests/support/makers.ts';

const PATH = '/mes/quality/testing/spc';

interface SpcProcess extends InspectedProcess {
  partCode: string;
  craftId: number;
}

describeForEachDatabase('the control charts', (database) => {
  let factory: TestFactory;
  let calls: ReturnType<typeof makeInspectionCalls>;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    calls = makeInspectionCalls(factory);
  });

  const addProcess = async (): Promise<SpcProcess> => {
    const inspected = await calls.addInspectedProcess([
      { inspectionKind: 'inProcess', everyPieces: 1, sampling: 'sampleFixed', sampleCount: 2 },
    ]);
    const { code } = await factory.call<{ code: string }>(`${entities.part.path}/get`, {
      id: inspected.partId,
    });
    const { craftId } = await factory.call<{ craftId: number }>(`${entities.process.path}/get`, {
      id: inspected.processId,
    });
    return { ...inspected, partCode: code, craftId };
  };
  /** Measures the diameters of a sample. With `hasBurr`, all its pieces are judged to have a burr. */
  const measure = async (
    inspected: InspectedProcess,
    diameters: readonly number[],
    { deviceId = null, hasBurr = false }: { deviceId?: number | null; hasBurr?: boolean } = {},
  ) => {
    const inspection = await calls.begin(inspected, {
      inspectionKind: 'inProcess',
      batchQuantity: 2,
      deviceId,
    });
    await calls.enter(
      inspection,
      diameters.flatMap((value, index) => [
        { seq: 10, sampleNumber: index + 1, value },
        { seq: 20, sampleNumber: index + 1, judgement: hasBurr ? 'judgedNotOk' : 'judgedOk' },
      ]),
    );
    await calls.conclude(inspection);
    return inspection;
  };
  /** Reads the samples of a process. The factory has one part code, so that the craft tells the processes apart. */
  const read = ({ partCode, craftId }: SpcProcess, fields: Record<string, unknown> = {}) =>
    factory.call<SpcSeries>(PATH, { partCode, craftId, characteristic: 'Diameter', ...fields });

  test('have the values of a characteristic as samples, the oldest first, with the tolerance', async () => {
    const inspected = await addProcess();
    const first = await measure(inspected, [20.01, 19.98]);
    const second = await measure(inspected, [20.03, 20.06]);
    const series = await read(inspected);
    expect(series.samples).toMatchObject([
      { inspectionId: first.id, values: [20.01, 19.98], size: 2, bad: 0 },
      { inspectionId: second.id, values: [20.03, 20.06], size: 2, bad: 1 },
    ]);
    expect(series).toMatchObject({
      unit: 'mm',
      nominal: 20,
      lowerLimit: 19.95,
      upperLimit: 20.05,
      isCut: false,
    });
  });

  test('have the bad pieces of a judged characteristic, and pieces and defects of whole inspections', async () => {
    const inspected = await addProcess();
    await measure(inspected, [20, 20.06], { hasBurr: true });
    const burrSeries = await read(inspected, { characteristic: 'Burr' });
    expect(burrSeries.samples).toMatchObject([{ values: [], size: 2, bad: 2 }]);
    const wholeSeries = await read(inspected, { characteristic: null });
    expect(wholeSeries.samples).toMatchObject([{ values: [], size: 2, bad: 2, defects: 3 }]);
  });

  test('leave out cancelled inspections, other machines, other crafts and other days', async () => {
    const inspected = await addProcess();
    const device = await factory.call<{ id: number }>('/mes/system/basic/device/save', {
      code: makeUniqueText('D'),
      name: 'Lathe',
    });
    await measure(inspected, [20.01, 20.01], { deviceId: device.id });
    await measure(inspected, [20.02, 20.02]);
    const cancelledInspection = await calls.begin(inspected, {
      inspectionKind: 'inProcess',
      batchQuantity: 2,
    });
    await calls.enter(cancelledInspection, [{ seq: 10, sampleNumber: 1, value: 20.04 }]);
    await calls.move(cancelledInspection, 'cancel', { reason: 'Wrong process' });
    const listValues = async (fields: Record<string, unknown> = {}) =>
      (await read(inspected, fields)).samples.map(({ values }) => values[0]);
    expect(await listValues()).toEqual([20.01, 20.02]);
    expect(await listValues({ deviceId: device.id })).toEqual([20.01]);
    expect(await listValues({ craftId: null })).toEqual(expect.arrayContaining([20.01, 20.02]));
    const otherProcess = await addProcess();
    expect(await listValues({ craftId: otherProcess.craftId })).toEqual([]);
    expect(await listValues({ from: '2020-01-01', to: '2020-01-31' })).toEqual([]);
    expect(await readRefusalCode(listValues({ from: '2020-02-01', to: '2020-01-01' }))).toBe('startAfterEnd');
  });

  test('leave out the oldest sample if there are more values than a chart is computed from', async () => {
    const { connection, factoryId } = factory;
    const { partCode, craftId, ...inspected } = await addProcess();
    for (const diameter of [20.01, 20.02, 20.03]) await measure(inspected, [diameter, diameter]);
    const readNewest = (maxValues: number) =>
      readSpcSeries(
        connection.db,
        { factoryId, zone: 'Asia/Shanghai' },
        { partCode, craftId, characteristic: 'Diameter', deviceId: null },
        { from: '2000-01-01', to: '2999-12-31' },
        maxValues,
      );
    const listValues = async (maxValues: number) => {
      const { samples, isCut } = await readNewest(maxValues);
      return [isCut, ...samples.map(({ values }) => values)];
    };
    expect(await listValues(6)).toEqual([false, [20.01, 20.01], [20.02, 20.02], [20.03, 20.03]]);
    // The oldest of the five newest values belongs to a sample whose other value is left out. The chart
    // leaves out this sample as a whole.
    expect(await listValues(5)).toEqual([true, [20.02, 20.02], [20.03, 20.03]]);
    expect(await listValues(1)).toEqual([true, [20.03, 20.03]]);
  });

  test('offer the inspected parts, the last one first, with their characteristics', async () => {
    const inspected = await addProcess();
    await measure(inspected, [20, 20]);
    const parts = await factory.call<InspectedPart[]>(`${PATH}/parts`, {});
    expect(parts[0]!.partCode).toBe(inspected.partCode);
    const features = await factory.call<InspectedFeature[]>(`${PATH}/characteristics`, {
      partCode: inspected.partCode,
    });
    expect(features.filter(({ craftId }) => craftId === inspected.craftId)).toMatchObject([
      { characteristic: 'Diameter', kind: 'measured' },
      { characteristic: 'Burr', kind: 'judged' },
    ]);
  });

  describe('with frozen limits', () => {
    const freezeLimits = ({ partCode, craftId }: SpcProcess) =>
      factory.call<{ id: number }>(`${PATH}/freeze`, {
        partCode,
        craftId,
        characteristic: 'Diameter',
        chart: 'xbarRChart',
      });

    test('keep them while further pieces are measured, with who froze them and from what', async () => {
      const inspected = await addProcess();
      await measure(inspected, [19.99, 20.01]);
      await measure(inspected, [20.01, 20.03]);
      await freezeLimits(inspected);
      await measure(inspected, [20.05, 20.05]);
      const [frozenLimits, ...otherLimits] = (await read(inspected)).frozen;
      expect(otherLimits).toEqual([]);
      expect(frozenLimits).toMatchObject({ chart: 'xbarRChart', sampleCount: 2 });
      expect(frozenLimits!.center).toBeCloseTo(20.01, 10);
      expect(frozenLimits!.sigma).toBeCloseTo(0.02 / 1.12838, 10);
      expect(frozenLimits!.frozenBy).not.toBe('');
      expect((await read(inspected, { characteristic: 'Burr' })).frozen).toEqual([]);
    });

    test('replace them when they are frozen again, also at once, and lose them when they are released', async () => {
      const inspected = await addProcess();
      await measure(inspected, [19.99, 20.01]);
      await freezeLimits(inspected);
      await Promise.all([freezeLimits(inspected), freezeLimits(inspected)]);
      const { frozen } = await read(inspected);
      expect(frozen).toHaveLength(1);
      await factory.call(`${PATH}/release`, { id: frozen[0]!.id });
      expect((await read(inspected)).frozen).toEqual([]);
      expect(await readRefusalCode(factory.call(`${PATH}/release`, { id: frozen[0]!.id }))).toBe(
        'rowNotFound',
      );
    });

    test('are refused if the values do not give limits', async () => {
      const inspected = await addProcess();
      expect(await readRefusalCode(freezeLimits(inspected))).toBe('limitsUnknown');
    });

    test('are monitored: the newest point is judged by them, and its Cpk is known', async () => {
      const inspected = await addProcess();
      for (const diameters of [
        [19.99, 20.01],
        [20, 20.02],
        [20.01, 19.99],
      ])
        await measure(inspected, diameters);
      const { id } = await freezeLimits(inspected);
      const readMonitored = async () =>
        (await factory.call<{ rows: ReportRow[] }>('/mes/form/monitoredCharacteristics', {})).rows.find(
          ({ limitId }) => limitId === id,
        );
      expect(await readMonitored()).toMatchObject({ brokenRuleCount: 0, brokenRule: null, sampleCount: 3 });
      await measure(inspected, [20.05, 20.05]);
      expect(await readMonitored()).toMatchObject({ brokenRuleCount: 1, brokenRule: 'ruleBeyondLimits' });
      expect((await readMonitored())!['cpk']).toBeLessThan(1.33);
      const { rows } = await factory.call<{ rows: ReportRow[] }>('/mes/form/controlChartPoints', {
        partCode: inspected.partCode,
        characteristic: 'Diameter',
        craftId: inspected.craftId,
      });
      expect(rows.map(({ pointNumber, value, brokenRule }) => [pointNumber, value, brokenRule])).toEqual([
        [1, 20, null],
        [2, 20.01, null],
        [3, 20, null],
        [4, 20.05, 'ruleBeyondLimits'],
      ]);
    });

    test('raise an alarm when the newest point breaks a rule, until a point is in control again', async () => {
      const inspected = await addProcess();
      await measure(inspected, [19.99, 20.01]);
      await measure(inspected, [20, 20.02]);
      await freezeLimits(inspected);
      await factory.call('/mes/system/alarmRule/save', {
        name: 'Out of control',
        measure: 'brokenControlRules',
        limitValue: 1,
      });
      const listSubjects = async () => {
        await evaluateAlarms(factory.connection.db);
        const { rows } = await factory.call<{ rows: { subject: string }[] }>('/mes/alarm/open', {});
        return rows.map(({ subject }) => subject).filter((subject) => subject.includes(inspected.partCode));
      };
      const before = await listSubjects();
      await measure(inspected, [20.05, 20.05]);
      expect(await listSubjects()).toHaveLength(before.length + 1);
      await measure(inspected, [20.01, 20.01]);
      expect(await listSubjects()).toEqual(before);
    });
  });
});
