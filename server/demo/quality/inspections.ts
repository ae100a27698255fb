import { createRandomGenerator } from '#shared/kernel/random.ts';
import type { InspectionKind } from '#shared/entities/inspection-plan-fields.ts';
import type { InspectionState } from '#shared/machines/inspection.ts';
import { getIdByCode, type DemoApiCall, type IdsByCode, type SavedRow } from '../demo-call.ts';
import { INSPECTED_CHARACTERISTICS, INSPECTION_PROCEDURE_CODE } from '../technology.ts';

/** A process that the inspection procedure applies to. */
export interface InspectedProcess {
  processId: number;
  partCode: string;
  quantity: number;
}

/**
 * An inspection of a new factory. `shift` is the distance by which its values are moved, in standard
 * deviations.
 */
interface PastInspection {
  process: InspectedProcess;
  kind: InspectionKind;
  batchQuantity: number;
  shift: number;
  /** Whether the first piece is outside the limits. */
  isBad: boolean;
}

/** The code of the gauge with which a new factory measures, by the kind of the gauge. */
const GAUGE_BY_KIND: Readonly<Record<string, string>> = {
  外径千分尺: 'WJ-01',
  游标卡尺: 'KC-01',
  粗糙度仪: 'CC-01',
};
/** The number of inspections in process. Each of them gives one point of a control chart. */
const IN_PROCESS_COUNT = 24;
/**
 * The index of the inspection in process at which the tool is worn. The mean is then moved by WORN_SHIFT
 * standard deviations.
 */
const WORN_INDEX = 16;
const WORN_SHIFT = 2.6;
/** The index of the inspection in process at which a piece is outside its limits. */
const BAD_INDEX = 20;
const IN_PROCESS_BATCH = 10;
const FINAL_COUNT = 2;
/** The width of the tolerance in standard deviations. With this width, Cp is about 1.2. */
const DEVIATIONS_PER_TOLERANCE = 7;
/**
 * The mean and the standard deviation as shares of the upper limit, for a characteristic without a lower
 * limit.
 */
const MEAN_SHARE_OF_LIMIT = 0.7;
const DEVIATION_SHARE_OF_LIMIT = 0.06;
const SEED = 20;
const PATH = '/mes/quality/testing';

/**
 * Plans the inspections of a new factory, the oldest first: a first article of each process, inspections in
 * process of the part with the largest quantity, so that its control chart is filled, and final inspections
 * of other parts.
 */
function planPastInspections(processes: readonly InspectedProcess[]): PastInspection[] {
  const [mainProcess] = [...processes].sort((a, b) => b.quantity - a.quantity);
  if (!mainProcess) return [];
  const mainProcesses = processes.filter(({ partCode }) => partCode === mainProcess.partCode);
  const otherProcesses = processes.filter(({ partCode }) => partCode !== mainProcess.partCode);
  const commonFields = { shift: 0, isBad: false };
  return [
    ...processes.map((process, index) => ({
      ...{ ...commonFields, process, kind: 'firstArticle' as const, batchQuantity: 1 },
      isBad: index === 1,
    })),
    ...Array.from({ length: IN_PROCESS_COUNT }, (_, index) => {
      const process = mainProcesses[Math.floor((index * mainProcesses.length) / IN_PROCESS_COUNT)]!;
      return {
        process,
        kind: 'inProcess' as const,
        batchQuantity: Math.min(IN_PROCESS_BATCH, process.quantity),
        shift: index === WORN_INDEX ? WORN_SHIFT : 0,
        isBad: index === BAD_INDEX,
      };
    }),
    ...otherProcesses.slice(0, FINAL_COUNT).map((process) => ({
      ...{ ...commonFields, process, kind: 'finalInspection' as const, batchQuantity: process.quantity },
    })),
  ];
}

type Characteristic = (typeof INSPECTED_CHARACTERISTICS)[number];

/** Chooses a measured value; `random` returns numbers between 0 and 1. */
function chooseMeasuredValue(
  characteristic: Exclude<Characteristic, { kind: 'judged' }>,
  random: () => number,
  { shift, isBad }: Pick<PastInspection, 'shift' | 'isBad'>,
): number {
  const { upper, decimals } = characteristic;
  const lower = 'lower' in characteristic ? characteristic.lower : null;
  const deviation =
    lower === null ? upper * DEVIATION_SHARE_OF_LIMIT : (upper - lower) / DEVIATIONS_PER_TOLERANCE;
  const mean = lower === null ? upper * MEAN_SHARE_OF_LIMIT : (upper + lower) / 2;
  if (isBad) return Number((upper + deviation).toFixed(decimals));
  // The sum of three uniformly distributed numbers between −1 and 1 has the standard deviation 1.
  const noise = (random() + random() + random()) * 2 - 3;
  // Moved values vary less, so that they stay within the limits.
  const deviationCount = shift === 0 ? noise : shift + noise / 4;
  return Number((mean + deviationCount * deviation).toFixed(decimals));
}

/** A value in the form that the call `enter` accepts. */
type EnteredValue = { seq: number; sampleNumber: number } & (
  | { judgement: 'judgedOk' }
  | { gaugeId: number; value: number }
);

function makeValues(
  sampleCount: number,
  gauges: IdsByCode,
  inspection: PastInspection,
  random: () => number,
) {
  return Array.from({ length: sampleCount }, (_, index) => index + 1).flatMap((sampleNumber) =>
    INSPECTED_CHARACTERISTICS.flatMap((characteristic, index): EnteredValue[] => {
      const seq = (index + 1) * 10;
      if ('kind' in characteristic) return [{ seq, sampleNumber, judgement: 'judgedOk' }];
      if ('samplePerBatch' in characteristic && sampleNumber > characteristic.samplePerBatch) return [];
      const gaugeId = getIdByCode(gauges, GAUGE_BY_KIND[characteristic.gaugeKind]!);
      // Only the first characteristic shows wear and bad pieces.
      const { shift, isBad } = index === 0 ? inspection : { shift: 0, isBad: false };
      const value = chooseMeasuredValue(characteristic, random, {
        shift,
        isBad: isBad && sampleNumber === 1,
      });
      return [{ seq, sampleNumber, gaugeId, value }];
    }),
  );
}

/**
 * Inspects pieces of a new factory, so that its results and control charts are filled. All inspections get
 * the current time. `dateDemoInspections` later moves them into the past.
 */
export async function seedInspections(
  call: DemoApiCall,
  processes: readonly InspectedProcess[],
): Promise<void> {
  const { rows: gaugeRows } = await call<{ rows: { id: number; code: string }[] }>(
    '/mes/quality/gauge/page',
    {
      limit: 50,
    },
  );
  const gauges = new Map(gaugeRows.map(({ id, code }) => [code, id]));
  const { rows: procedures } = await call<{ rows: { id: number }[] }>('/mes/system/params/sip/page', {
    search: INSPECTION_PROCEDURE_CODE,
    limit: 1,
  });
  const sipId = procedures[0]!.id;
  const random = createRandomGenerator(SEED);
  for (const inspection of planPastInspections(processes)) {
    const { kind, batchQuantity } = inspection;
    const { processId } = inspection.process;
    const begunInspection = await call<{ id: number; sampleCount: number }>(`${PATH}/begin`, {
      ...{ processId, sipId, inspectionKind: kind, batchQuantity },
    });
    const { id } = begunInspection;
    const values = makeValues(begunInspection.sampleCount, gauges, inspection, random);
    const { version } = await call<SavedRow>(`${PATH}/enter`, { id, values });
    const concluded = await call<SavedRow & { state: InspectionState }>(`${PATH}/conclude`, { id, version });
    if (kind === 'firstArticle' && concluded.state === 'inspectionFailed')
      await call(`${PATH}/release`, { id, version: concluded.version, reason: '重新对刀后复检合格' });
  }
}
