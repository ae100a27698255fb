import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { BatchAnswer } from '#shared/answers/batch.ts';
import type { SearchHit } from '#shared/answers/search.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import {
  createTestFactory,
  readRefusalCode,
  RefusedCallError,
  type CallFunction,
  type TestFactory,
} from '#tests/support/floor.ts';
import { finishWork, readProcessProgress, startWorkByNewPerson } from '#tests/support/reports.ts';

const OVEN_PARAMETERS = [
  { code: 'T', name: 'Temperature', unit: '°C', lowerLimit: -5, upperLimit: 850, decimals: 1 },
  { code: 'M', name: 'Soak time', unit: 'min', lowerLimit: 20, upperLimit: null, decimals: 0 },
  { code: 'N', name: 'Note value', required: false, decimals: 2 },
];

interface KeptReport {
  parameters: Record<string, unknown>[];
  barcodes: { barcode: string }[];
  materials: Record<string, unknown>[];
}

/** Reads the error code of a refusal and the names of the refused fields. */
const readRefusal = async (call: Promise<unknown>): Promise<string[]> =>
  call.then(
    () => ['accepted'],
    (error: unknown) => {
      if (error instanceof RefusedCallError) return [error.code, ...Object.keys(error.fields)];
      throw error;
    },
  );

describeForEachDatabase('what a report way asks for', (database) => {
  let factory: TestFactory;
  let worker: { call: CallFunction; employeeId: number };
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    worker = await factory.createPerson('Worker', ['TASK_REPORT']);
  });

  async function makeProcess(craft: Record<string, unknown>, quantity = 20) {
    const { processIds, partId } = await factory.createOrder(quantity, [{ name: 'Step', ...craft }]);
    return { processId: processIds[0]!, partId };
  }
  const makeOven = () =>
    makeProcess({ reportWay: 'byProductionParameters', productionParameters: OVEN_PARAMETERS });
  const makeMarkingCraft = (craft: Record<string, unknown> = {}) =>
    makeProcess({
      reportWay: 'byBarcode',
      barcodeContent: 'SN-####*',
      barcodeRequired: true,
      ...craft,
    });
  const startProcess = async (processId: number, quantity: number) =>
    (await startWorkByNewPerson(factory, processId, quantity)).reportId;
  const readReport = (id: number) => factory.call<KeptReport>('/mes/report/get', { id });
  const makeBarcodeFields = (...numbers: number[]) => ({
    barcodes: numbers.map((number) => ({ barcode: `SN-${String(number).padStart(4, '0')}A` })),
  });
  const readCraft = async (processId: number) => {
    const { craftId } = await readProcessProgress(factory, processId);
    return factory.call<{ id: number; version: number } & Record<string, unknown>>(
      '/mes/system/basic/crafts/get',
      { id: craftId },
    );
  };

  test('by production parameters: required values must be there, unknown, repeated and too exact ones are refused', async () => {
    const { processId } = await makeOven();
    const reportId = await startProcess(processId, 5);
    const finishWithParameters = (parameters: object[]) =>
      readRefusal(finishWork(factory.call, reportId, 5, { parameters: JSON.stringify(parameters) }));
    expect(await finishWithParameters([])).toEqual(['parameterMissing', 'parameters']);
    expect(await finishWithParameters([{ code: 'T', value: 840 }])).toEqual([
      'parameterMissing',
      'parameters',
    ]);
    expect(await finishWithParameters([{ code: 'X', value: 1 }])).toEqual([
      'parameterUnknown',
      'parameters[0].code',
    ]);
    const bothParameters = [
      { code: 'T', value: 840.5 },
      { code: 'M', value: 30 },
    ];
    expect(await finishWithParameters([...bothParameters, { code: 'T', value: 1 }])).toEqual([
      'fieldsInvalid',
      'parameters[2].code',
    ]);
    expect(await finishWithParameters([bothParameters[0]!, { code: 'M', value: 30.5 }])).toEqual([
      'fieldsInvalid',
      'parameters[1].value',
    ]);
    expect(await finishWithParameters([{ code: 'T', value: '84O' }])).toEqual([
      'fieldsInvalid',
      'parameters[0].value',
    ]);
    expect(await readProcessProgress(factory, processId)).toMatchObject({ good: 0, inWork: 5 });
    expect((await readReport(reportId)).parameters).toEqual([]);
    expect(await finishWithParameters(bothParameters)).toEqual(['accepted']);
  });

  test('by production parameters: a value out of limits is accepted and marked, and no value moves with the craft', async () => {
    const { processId } = await makeOven();
    const reportId = await startProcess(processId, 5);
    await finishWork(factory.call, reportId, 5, {
      parameters: [
        { code: 'M', value: 19 },
        { code: 'T', value: -5 },
      ],
    });
    const storedParameters = [
      { code: 'M', name: 'Soak time', unit: 'min', lowerLimit: 20, upperLimit: null, value: 19 },
      { code: 'T', name: 'Temperature', unit: '°C', lowerLimit: -5, upperLimit: 850, value: -5 },
    ];
    const { parameters } = await readReport(reportId);
    expect(parameters).toMatchObject(storedParameters);
    expect(parameters.map(({ outsideLimits }) => outsideLimits)).toEqual([true, false]);
    const craft = await readCraft(processId);
    await factory.call('/mes/system/basic/crafts/save', {
      id: craft.id,
      version: craft.version,
      productionParameters: [{ code: 'T', name: 'Heat', lowerLimit: 10, upperLimit: 20, decimals: 0 }],
    });
    expect((await readReport(reportId)).parameters).toMatchObject(storedParameters);
    expect((await readProcessProgress(factory, processId)).entryRequest).toEqual({
      kind: 'parameters',
      parameters: [
        { code: 'T', name: 'Heat', unit: null, lowerLimit: 10, upperLimit: 20, required: true, decimals: 0 },
      ],
    });
  });

  test('by production parameters: work that ends without pieces needs no value; work recorded in one step does', async () => {
    const { processId } = await makeOven();
    const reportId = await startProcess(processId, 5);
    await factory.call('/mes/report/unfinished', { reportId });
    const record = { processId, good: 1, minutes: 10 };
    expect(await readRefusalCode(worker.call('/mes/report/record', record))).toBe('parameterMissing');
    const { reportId: recordedId } = await worker.call<{ reportId: number }>('/mes/report/record', {
      ...record,
      parameters: [
        { code: 'T', value: 900 },
        { code: 'M', value: 25 },
      ],
    });
    expect((await readReport(recordedId)).parameters).toHaveLength(2);
  });

  test('the limits of a parameter do not cross, and its code is used once', async () => {
    const saveParameters = (productionParameters: object[]) =>
      readRefusal(
        factory.call('/mes/system/basic/crafts/save', {
          code: randomUUID(),
          name: 'Oven',
          productionParameters,
        }),
      );
    const makeLimits = (lowerLimit: number, upperLimit: number) => ({
      code: 'T',
      name: 'T',
      lowerLimit,
      upperLimit,
    });
    expect(await saveParameters([makeLimits(5, 4)])).toEqual([
      'fieldsInvalid',
      'productionParameters[0].upperLimit',
    ]);
    expect(await saveParameters([makeLimits(4, 4), makeLimits(1, 2)])).toEqual([
      'fieldsInvalid',
      'productionParameters[1].code',
    ]);
    expect(await saveParameters([makeLimits(-4, -4)])).toEqual(['accepted']);
  });

  test('barcodes must exist where required, one for each piece', async () => {
    const { processId } = await makeMarkingCraft();
    const reportId = await startProcess(processId, 5);
    const finishReport = (fields: Record<string, unknown>, good = 2) =>
      readRefusal(finishWork(factory.call, reportId, good, { scrap: 1, ...fields }));
    expect(await finishReport({})).toEqual(['pieceBarcodeMissing', 'barcodes']);
    expect(await finishReport(makeBarcodeFields(1, 2))).toEqual(['pieceBarcodeCount', 'barcodes']);
    expect(await finishReport(makeBarcodeFields(1, 2, 3, 4))).toEqual(['pieceBarcodeCount', 'barcodes']);
    expect(await finishReport(makeBarcodeFields(1, 2, 3))).toEqual(['accepted']);
    const weighedReport = await startProcess(processId, 1.5);
    expect(await readRefusalCode(finishWork(factory.call, weighedReport, 1.5))).toBe('pieceBarcodeMissing');
    await finishWork(factory.call, weighedReport, 1.5, makeBarcodeFields(9));
  });

  test('barcodes that are not required may be fewer than the pieces, but not more', async () => {
    const { processId } = await makeMarkingCraft({ barcodeRequired: false });
    const reportId = await startProcess(processId, 5);
    expect(await readRefusalCode(finishWork(factory.call, reportId, 1, makeBarcodeFields(1, 2)))).toBe(
      'pieceBarcodeCount',
    );
    await finishWork(factory.call, reportId, 2, makeBarcodeFields(1));
    const reportWithoutWeight = await startProcess(processId, 1);
    await finishWork(factory.call, reportWithoutWeight, 1);
  });

  test('barcodes have the format of the craft and are not empty', async () => {
    const { processId } = await makeMarkingCraft();
    const reportId = await startProcess(processId, 1);
    for (const [barcode, code] of [
      ['SN-12A', 'pieceBarcodeFormat'],
      ['sn-0001A', 'pieceBarcodeFormat'],
      ['SN-0001', 'pieceBarcodeFormat'],
      ['SN-0001-A', 'pieceBarcodeFormat'],
      ['  ', 'fieldsInvalid'],
      ['', 'fieldsInvalid'],
    ] as const)
      expect([
        barcode,
        ...(await readRefusal(finishWork(factory.call, reportId, 1, { barcodes: [{ barcode }] }))),
      ]).toEqual([barcode, code, 'barcodes[0].barcode']);
    await finishWork(factory.call, reportId, 1, makeBarcodeFields(1));
    expect((await readReport(reportId)).barcodes).toEqual([expect.objectContaining({ barcode: 'SN-0001A' })]);
  });

  test('barcodes are not repeated in a report, nor in the process unless the report is reversed', async () => {
    const { processId } = await makeMarkingCraft();
    const first = await startProcess(processId, 2);
    expect(await readRefusal(finishWork(factory.call, first, 2, makeBarcodeFields(1, 1)))).toEqual([
      'pieceBarcodeRepeated',
      'barcodes[1].barcode',
    ]);
    await finishWork(factory.call, first, 2, makeBarcodeFields(1, 2));
    const second = await startProcess(processId, 2);
    expect(await readRefusal(finishWork(factory.call, second, 2, makeBarcodeFields(3, 2)))).toEqual([
      'pieceBarcodeReported',
      'barcodes[1].barcode',
    ]);
    // Other processes may report the same barcode again.
    const otherProcessId = await makeMarkingCraft();
    await finishWork(factory.call, await startProcess(otherProcessId.processId, 1), 1, makeBarcodeFields(2));
    await factory.call('/mes/report/reverse', { reportId: first, reason: 'Wrong piece' });
    await finishWork(factory.call, second, 2, makeBarcodeFields(3, 2));
  });

  test('two people who report the same piece at once: one is refused', async () => {
    const { processId } = await makeMarkingCraft();
    const reports = await Promise.all([startProcess(processId, 1), startProcess(processId, 1)]);
    const outcomes = await Promise.all(
      reports.map((reportId) => readRefusalCode(finishWork(factory.call, reportId, 1, makeBarcodeFields(7)))),
    );
    expect(outcomes.sort()).toEqual(['accepted', 'pieceBarcodeReported']);
  });

  test('entries that the craft does not ask for are refused', async () => {
    const { processId } = await makeProcess({ reportWay: 'byPerson' });
    const reportId = await startProcess(processId, 1);
    expect(await readRefusal(finishWork(factory.call, reportId, 1, makeBarcodeFields(1)))).toEqual([
      'fieldsInvalid',
      'barcodes',
    ]);
    await finishWork(factory.call, reportId, 1);
  });

  test('a wrong barcode is told before the report, and the barcode of a piece finds its part', async () => {
    const { processId, partId } = await makeMarkingCraft();
    const checkBarcode = (barcode: string) =>
      readRefusalCode(worker.call<unknown>('/mes/report/barcode/check', { processId, barcode }));
    expect(await checkBarcode('SN-7')).toBe('pieceBarcodeFormat');
    expect(await checkBarcode('SN-0777A')).toBe('accepted');
    const reportId = await startProcess(processId, 1);
    await finishWork(factory.call, reportId, 1, makeBarcodeFields(777));
    expect(await checkBarcode('SN-0777A')).toBe('pieceBarcodeReported');
    const searchBarcode = (call: CallFunction) =>
      call<SearchHit[]>('/mes/search/find', { search: 'SN-0777A' });
    expect(await searchBarcode(factory.call)).toMatchObject([
      { entity: 'part', id: partId, code: 'SN-0777A' },
    ]);
    // A person without permission to read work orders finds nothing.
    expect(await searchBarcode(worker.call)).toEqual([]);
    await factory.call('/mes/report/reverse', { reportId, reason: 'Wrong piece' });
    expect(await searchBarcode(factory.call)).toEqual([]);
  });

  test('reports by barcode are not reported in batches, because each has pieces of its own', async () => {
    const { processId } = await makeMarkingCraft();
    const { rows } = await factory
      .call<BatchAnswer>('/mes/report/start/batch', {
        rows: JSON.stringify([{ id: processId, processId, quantity: 5, batchId: randomUUID() }]),
      })
      .catch((error: unknown) => ({
        rows: [{ answer: { code: error instanceof RefusedCallError ? error.code : '' } }],
      }));
    expect(rows[0]!.answer).toMatchObject({ code: 'batchNotAllowed' });
  });
});
