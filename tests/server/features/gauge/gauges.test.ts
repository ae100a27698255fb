import { beforeAll, describe, expect, test } from 'vitest';
import { entities } from '#shared/entities/index.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import type { GaugeProblem, OfferedGauge } from '#shared/quality/gauge.ts';
import { addDays, addMonths } from '#shared/rules/days.ts';
import { toLocalDay } from '#shared/rules/wall-clock.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import {
  createTestFactory,
  readRefusalCode,
  type CallFunction,
  type TestFactory,
} from '#tests/support/floor.ts';
import { makeInspectionCalls, type InspectionRow } from '#tests/support/inspection-floor.ts';
import { makeUniqueText } from '#tests/support/makers.ts';
import { addGaugeKind } from '#tests/support/sample-gauge.ts';
import { readTableVersions } from '#tests/support/table-versions.ts';

const PATH = entities.gauge.path;
const TODAY = toLocalDay('Asia/Shanghai', Date.now());
const LAST_MONTH = addDays(TODAY, -30);

interface GaugeRow {
  id: number;
  version: number;
  code: string;
  state: string;
  lastCalibratedOn: string | null;
  dueOn: string | null;
}

describeForEachDatabase('a gauge', (database) => {
  let factory: TestFactory;
  let calls: ReturnType<typeof makeInspectionCalls>;
  let kindId: number;
  let inspectWithoutPermission: CallFunction;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    calls = makeInspectionCalls(factory);
    kindId = await addGaugeKind(factory.call);
    inspectWithoutPermission = (await factory.createPerson('Inspector', ['QUALITY_INSPECT'])).call;
  });
  const read = (id: number) => factory.call<GaugeRow>(`${PATH}/get`, { id });
  const save = async (fields: Record<string, unknown> = {}): Promise<GaugeRow> => {
    const { id } = await factory.call<{ id: number }>(`${PATH}/save`, {
      code: makeUniqueText('G'),
      name: 'Micrometer 0–25',
      gaugeKindId: kindId,
      lastCalibratedOn: LAST_MONTH,
      ...fields,
    });
    return read(id);
  };
  const calibrate = async (id: number, fields: Record<string, unknown> = {}) =>
    factory.call<{ id: number; state: string; nextDueOn: string | null }>(`${PATH}/calibrate`, {
      gaugeId: id,
      version: (await read(id)).version,
      calibratedOn: TODAY,
      calibrationResult: 'calibrationPassed',
      certificateNumber: makeUniqueText('C'),
      ...fields,
    });
  const listCalibrations = (gaugeId: number) =>
    factory.call<{ total: number }>(`${entities.gaugeCalibration.path}/page`, {
      filter: JSON.stringify({ gaugeId }),
    });
  /** Runs a call that must be refused and must change no table. @returns the error code */
  const readRefusal = async (run: () => Promise<unknown>) => {
    const before = await readTableVersions(factory.connection);
    const code = await readRefusalCode(run());
    expect(await readTableVersions(factory.connection)).toEqual(before);
    return code;
  };
  /** Begins an inspection in which the diameter must be measured with a gauge of the kind. */
  const beginInspection = async (pieces = 1): Promise<InspectionRow> => {
    const inspected = await calls.addInspectedProcess(undefined, {
      sip: {
        characteristics: [
          {
            seq: 10,
            name: 'Diameter',
            nominal: 20,
            lower: 19.95,
            upper: 20.05,
            unit: 'mm',
            gaugeKindId: kindId,
          },
          { seq: 20, name: 'Burr', kind: 'judged' },
        ],
      },
    });
    return calls.begin(inspected, { batchQuantity: pieces });
  };
  const measureWith = (
    inspection: InspectionRow,
    gaugeId: number | null,
    caller?: CallFunction,
    fields = {},
  ) => calls.enter(inspection, [{ seq: 10, sampleNumber: 1, value: 20, gaugeId, ...fields }], caller);

  describe('and its calibrations', () => {
    test('is due after its interval, or on the day of its certificate', async () => {
      const gauge = await save({ calibrationMonths: 6 });
      expect(gauge.dueOn).toBe(addMonths(LAST_MONTH, 6));
      await calibrate(gauge.id);
      expect(await read(gauge.id)).toMatchObject({
        lastCalibratedOn: TODAY,
        dueOn: addMonths(TODAY, 6),
        state: 'gaugeInUse',
      });
      await calibrate(gauge.id, { nextDueOn: addDays(TODAY, 40) });
      const { version, dueOn } = await read(gauge.id);
      expect(dueOn).toBe(addDays(TODAY, 40));
      await factory.call(`${PATH}/save`, { id: gauge.id, version, location: 'Rack 3' });
      expect((await read(gauge.id)).dueOn).toBe(addDays(TODAY, 40));
    });

    test('is blocked by a failed calibration, until a later one finds it fit', async () => {
      const gauge = await save();
      expect(await calibrate(gauge.id, { calibrationResult: 'calibrationFailed' })).toMatchObject({
        state: 'gaugeBlocked',
        nextDueOn: null,
      });
      const { version } = await read(gauge.id);
      const putInUse = () => factory.call(`${PATH}/save`, { id: gauge.id, version, state: 'gaugeInUse' });
      expect(await readRefusal(putInUse)).toBe('calibrationNeeded');
      expect(await calibrate(gauge.id, { calibrationResult: 'calibrationAdjusted' })).toMatchObject({
        state: 'gaugeInUse',
      });
    });

    test('keeps the day of its last recorded calibration', async () => {
      const gauge = await save();
      await calibrate(gauge.id);
      const { version } = await read(gauge.id);
      const change = () =>
        factory.call(`${PATH}/save`, { id: gauge.id, version, lastCalibratedOn: LAST_MONTH });
      expect(await readRefusal(change)).toBe('calibrationNeeded');
    });

    test('refuses one in the future, before the last one, due again on its day, or of an outdated version', async () => {
      const gauge = await save();
      await calibrate(gauge.id);
      for (const [fields, code] of [
        [{ calibratedOn: addDays(TODAY, 1) }, 'fieldsInvalid'],
        [{ calibratedOn: addDays(TODAY, -1) }, 'fieldsInvalid'],
        [{ nextDueOn: TODAY }, 'fieldsInvalid'],
        [{ version: 1 }, 'stale'],
      ] as const)
        expect(await readRefusalCode(calibrate(gauge.id, fields))).toBe(code);
      const { total } = await listCalibrations(gauge.id);
      expect(total).toBe(1);
    });

    test('refuses one of a scrapped gauge, and a first one in the future', async () => {
      const { id } = await save({ state: 'gaugeScrapped' });
      expect(await readRefusal(() => calibrate(id))).toBe('gaugeState');
      expect(await readRefusal(() => save({ lastCalibratedOn: addDays(TODAY, 1) }))).toBe('fieldsInvalid');
    });

    test('are recorded once each, also by two people at once', async () => {
      const { id } = await save();
      const outcomes = await Promise.allSettled([calibrate(id), calibrate(id)]);
      const { total } = await listCalibrations(id);
      expect(total).toBe(outcomes.filter(({ status }) => status === 'fulfilled').length);
    });
  });

  describe('in an inspection', () => {
    test('is named by whoever measures, and kept with the value', async () => {
      const gauge = await save();
      const inspection = await beginInspection();
      expect(await readRefusal(() => measureWith(inspection, null))).toBe('fieldsInvalid');
      await measureWith(inspection, gauge.id);
      const [value] = (await calls.read(inspection)).values;
      expect(value).toMatchObject({ gaugeId: gauge.id, gauge: gauge.code, gaugeProblem: null });
    });

    test('is refused with the reason if it is not fit, and marked where somebody may use it', async () => {
      const fieldsByProblem: Record<GaugeProblem, Record<string, unknown>> = {
        gaugeOverdue: { lastCalibratedOn: addDays(TODAY, -400) },
        gaugeNotCalibrated: { lastCalibratedOn: null },
        gaugeInCalibration: { state: 'gaugeInCalibration' },
        gaugeBlocked: { state: 'gaugeBlocked' },
        gaugeScrapped: { state: 'gaugeScrapped' },
      };
      const problems = Object.keys(fieldsByProblem) as GaugeProblem[];
      const inspection = await beginInspection(problems.length);
      for (const [index, problem] of problems.entries()) {
        const gauge = await save(fieldsByProblem[problem]);
        const place = { sampleNumber: index + 1 };
        const refusedCall = measureWith(inspection, gauge.id, inspectWithoutPermission, place);
        expect(await readRefusalCode(refusedCall)).toBe('gaugeUnfit');
        await measureWith(inspection, gauge.id, undefined, place);
      }
      const { values } = await calls.read(inspection);
      expect(values.map(({ gaugeProblem }) => gaugeProblem)).toEqual(problems);
    });

    test('may be used on the day on which it is due', async () => {
      const gauge = await save();
      await calibrate(gauge.id, { calibratedOn: addDays(TODAY, -1), nextDueOn: TODAY });
      await measureWith(await beginInspection(), gauge.id, inspectWithoutPermission);
    });

    test('must be of the kind that the characteristic asks for, and only where one is asked for', async () => {
      const other = await save({ gaugeKindId: await addGaugeKind(factory.call) });
      const inspection = await beginInspection();
      expect(await readRefusal(() => measureWith(inspection, other.id))).toBe('fieldsInvalid');
      const judgedValue = { seq: 20, value: null, judgement: 'judgedOk' };
      expect(await readRefusal(() => measureWith(inspection, other.id, undefined, judgedValue))).toBe(
        'fieldsInvalid',
      );
    });

    test('can be corrected with its value', async () => {
      const [first, second] = [await save(), await save()];
      const inspection = await beginInspection();
      await measureWith(inspection, first.id);
      await measureWith(inspection, second.id, undefined, { replaces: true });
      expect((await calls.read(inspection)).values[0]!.gaugeId).toBe(second.id);
    });

    test('is offered with what is wrong about it, those that are fit first', async () => {
      const inspection = await beginInspection();
      const fitGauge = await save();
      const overdueGauge = await save({ lastCalibratedOn: addDays(TODAY, -400) });
      const offers = await factory.call<OfferedGauge[]>('/mes/quality/testing/gauges', {
        id: inspection.id,
      });
      const places = [fitGauge, overdueGauge].map(({ id }) => offers.findIndex((gauge) => gauge.id === id));
      expect(places.map((place) => offers[place]!.problem)).toEqual([null, 'gaugeOverdue']);
      const firstProblem = offers.findIndex(({ problem }) => problem !== null);
      expect(offers.slice(firstProblem).every(({ problem }) => problem !== null)).toBe(true);
    });

    test('with values cannot be deleted', async () => {
      const [usedGauge, unusedGauge] = [await save(), await save()];
      await measureWith(await beginInspection(), usedGauge.id);
      expect(await readRefusal(() => factory.call(`${PATH}/delete`, { ids: [usedGauge.id] }))).toBe(
        'gaugeHasValues',
      );
      await factory.call(`${PATH}/delete`, { ids: [unusedGauge.id] });
    });
  });

  const runReport = async (name: string, fields: Record<string, unknown> = {}) =>
    (await factory.call<{ rows: ReportRow[] }>(`/mes/form/${name}`, fields)).rows;

  test('is listed when it is due within the days that are asked for, the longest overdue first', async () => {
    const kind = await addGaugeKind(factory.call);
    const addGaugeDueIn = async (days: number) => {
      const gauge = await save({ gaugeKindId: kind, lastCalibratedOn: null });
      await calibrate(gauge.id, { calibratedOn: addDays(TODAY, -50), nextDueOn: addDays(TODAY, days) });
      return gauge.code;
    };
    const [late, soon, later] = [await addGaugeDueIn(-3), await addGaugeDueIn(10), await addGaugeDueIn(31)];
    const { code: uncalibratedCode } = await save({ gaugeKindId: kind, lastCalibratedOn: null });
    await save({ gaugeKindId: kind, lastCalibratedOn: null, state: 'gaugeScrapped' });
    const rows = await runReport('gaugesDue', { gaugeKindId: kind });
    expect(
      rows.map(({ code, daysLeft, daysOverdue, problem }) => [code, daysLeft, daysOverdue, problem]),
    ).toEqual([
      [uncalibratedCode, null, null, 'gaugeNotCalibrated'],
      [late, null, 3, 'gaugeOverdue'],
      [soon, 10, null, null],
    ]);
    const rowsOfLongerPeriod = await runReport('gaugesDue', { gaugeKindId: kind, withinDays: 31 });
    expect(rowsOfLongerPeriod.map(({ code }) => code)).toContain(later);
  });

  test('that was out of tolerance calls back the inspections since it was last fit', async () => {
    const gauge = await save();
    const before = await beginInspection();
    await measureWith(before, gauge.id);
    await calibrate(gauge.id, { calibratedOn: TODAY });
    // The test moves this measurement two days back, so that the calibration comes after it.
    await factory.connection.db
      .updateTable('inspectionValue' as never)
      .set({ at: `${addDays(TODAY, -2)}T04:00:00Z` } as never)
      .where('inspectionId' as never, '=', before.id as never)
      .execute();
    const doubtfulInspection = await beginInspection();
    await measureWith(doubtfulInspection, gauge.id);
    const cancelledInspection = await beginInspection();
    await measureWith(cancelledInspection, gauge.id);
    await calls.move(cancelledInspection, 'cancel', { reason: 'Wrong process' });
    expect(await runReport('gaugeRecall', { gaugeId: gauge.id })).toEqual([]);
    const { id } = await calibrate(gauge.id, { calibrationResult: 'calibrationAdjusted' });
    const rows = await runReport('gaugeRecall', { gaugeId: gauge.id });
    expect(rows).toEqual([
      expect.objectContaining({
        calibrationId: id,
        inspectionCode: doubtfulInspection.code,
        valueCount: 1,
        fitOn: TODAY,
      }),
    ]);
  });
});
