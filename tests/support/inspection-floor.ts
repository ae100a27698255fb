import type { InspectionKind } from '#shared/entities/inspection-plan-fields.ts';
import type { InspectionEvent, InspectionState } from '#shared/machines/inspection.ts';
import type { InspectionDetail, InspectionOverview } from '#shared/quality/inspection.ts';
import type { CallFunction, TestFactory } from './floor.ts';
import { makeUniqueText } from './makers.ts';
import { thenRun, type StateEventCalls } from './state-event-tests.ts';

/** An inspection, as the calls that change it return it. */
export interface InspectionRow {
  id: number;
  version: number;
  code: string;
  state: InspectionState;
  sampleCount: number;
  acceptNumber: number;
}

type Fields = Record<string, unknown>;

/** A process whose craft has a published inspection procedure. */
export interface InspectedProcess {
  processId: number;
  sipId: number;
  partId: number;
}

/** The values of piece 1 that are within the limits: 20 ± 0.05 mm, and no burr. */
export const GOOD_VALUES = [
  { seq: 10, sampleNumber: 1, value: 20.01 },
  { seq: 20, sampleNumber: 1, judgement: 'judgedOk' },
];
export const BAD_VALUES = [{ seq: 10, sampleNumber: 1, value: 20.06 }];

const CHARACTERISTICS = [
  {
    seq: 10,
    name: 'Diameter',
    nominal: 20,
    lower: 19.95,
    upper: 20.05,
    unit: 'mm',
    decimals: 3,
    tool: 'Micrometer',
  },
  { seq: 20, name: 'Burr', kind: 'judged' },
];

/** Makes the calls of inspections in a factory. */
export function makeInspectionCalls(factory: TestFactory) {
  const { call } = factory;
  /** Creates an order whose first process has an inspection procedure. By default it demands a first article. */
  const addInspectedProcess = async (
    inspections: readonly Fields[] = [{ inspectionKind: 'firstArticle', sampling: 'sampleAll' }],
    {
      quantity = 100,
      sip = {},
      isPublished = true,
    }: { quantity?: number; sip?: Fields; isPublished?: boolean } = {},
  ): Promise<InspectedProcess> => {
    const order = await factory.createOrder(quantity, ['Turn', 'Grind']);
    const processId = order.processIds[0]!;
    const { craftId } = await call<{ craftId: number }>('/mes/process/get', { id: processId });
    const savedSip = await call<{ id: number; version: number }>('/mes/system/params/sip/save', {
      code: makeUniqueText('SIP'),
      name: 'Shaft',
      craftId,
      inspections,
      characteristics: CHARACTERISTICS,
      ...sip,
    });
    if (isPublished)
      await call('/mes/system/params/sip/publish', { id: savedSip.id, version: savedSip.version });
    return { processId, sipId: savedSip.id, partId: order.partId };
  };
  const begin = (
    { processId, sipId }: InspectedProcess,
    fields: Fields & { inspectionKind?: InspectionKind } = {},
    caller: CallFunction = call,
  ) =>
    caller<InspectionRow>('/mes/quality/testing/begin', {
      processId,
      sipId,
      inspectionKind: 'firstArticle',
      batchQuantity: 1,
      ...fields,
    });
  const read = ({ id }: { id: number }) => call<InspectionDetail>('/mes/quality/testing/detail', { id });
  const enter = ({ id }: { id: number }, values: readonly Fields[], caller: CallFunction = call) =>
    caller<{ badCount: number; version: number }>('/mes/quality/testing/enter', { id, values });
  const move = async (
    { id }: { id: number },
    verb: 'conclude' | 'release' | 'cancel',
    fields: Fields = {},
    caller: CallFunction = call,
  ) => {
    const { version } = await read({ id });
    return caller<InspectionRow>(`/mes/quality/testing/${verb}`, { id, version, ...fields });
  };
  const conclude = (inspection: { id: number }, fields: Fields = {}) => move(inspection, 'conclude', fields);
  const release = (inspection: { id: number }, caller?: CallFunction) =>
    move(inspection, 'release', { reason: 'Offset corrected' }, caller);
  const failFirstArticle = async (inspected: InspectedProcess) => {
    const inspection = await begin(inspected);
    await enter(inspection, BAD_VALUES);
    await conclude(inspection);
    return inspection;
  };
  const listDue = (processId: number | null = null) =>
    call<InspectionOverview>('/mes/quality/testing/due', { processId });
  return { addInspectedProcess, begin, read, enter, move, conclude, release, failFirstArticle, listDue };
}

/** Makes the calls that bring an inspection into each state, and that fire each event. */
export async function prepareInspections(
  factory: TestFactory,
): Promise<StateEventCalls<InspectionState, InspectionEvent, { id: number }>> {
  const calls = makeInspectionCalls(factory);
  const { begin, read, enter, move, conclude, release } = calls;
  const inspected = await calls.addInspectedProcess([
    { inspectionKind: 'inProcess', everyPieces: 1, sampling: 'sampleFixed', sampleCount: 1 },
  ]);
  /**
   * Enters values and concludes the inspection. In a state in which no values can be entered, it only
   * concludes.
   */
  const concludeWith = (values: typeof GOOD_VALUES) => async (inspection: { id: number }) => {
    if ((await read(inspection)).state === 'inspecting') await enter(inspection, values);
    await conclude(inspection);
  };
  const fire: Record<InspectionEvent, (inspection: { id: number }) => Promise<unknown>> = {
    enterValues: (inspection) => enter(inspection, GOOD_VALUES),
    passInspection: concludeWith(GOOD_VALUES),
    failInspection: concludeWith(BAD_VALUES as typeof GOOD_VALUES),
    releaseInspection: (inspection) => release(inspection),
    cancelInspection: (inspection) => move(inspection, 'cancel', { reason: 'Wrong process' }),
  };
  // Each inspection has a device of its own, because a process and device can have only one open inspection.
  const beginInspectionOnDevice = async () => {
    const device = await factory.call<{ id: number }>('/mes/system/basic/device/save', {
      code: makeUniqueText('D'),
      name: 'Lathe',
    });
    return begin(inspected, { inspectionKind: 'inProcess', deviceId: device.id });
  };
  const addFailedInspection = thenRun(beginInspectionOnDevice, fire.failInspection);
  return {
    enter: {
      inspecting: beginInspectionOnDevice,
      inspectionPassed: thenRun(beginInspectionOnDevice, fire.passInspection),
      inspectionFailed: addFailedInspection,
      inspectionReleased: thenRun(addFailedInspection, fire.releaseInspection),
      inspectionCancelled: thenRun(beginInspectionOnDevice, fire.cancelInspection),
    },
    fire,
    readState: async (inspection) => (await read(inspection)).state,
    getIllegalOutcome: () => 'inspectionState',
  };
}
