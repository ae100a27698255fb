import { choice, flag, lines, number, text } from '#shared/kernel/fields.ts';
import { INSPECTION_LEVELS } from '#shared/quality/sampling-tables.ts';
import { classificationRef } from './classification-ref.ts';

/** The occasions on which pieces are inspected. */
export const INSPECTION_KINDS = [
  'firstArticle',
  'inProcess',
  'finalInspection',
  'incoming',
  'returned',
] as const;
export type InspectionKind = (typeof INSPECTION_KINDS)[number];

/** The ways to decide how many pieces of a batch are inspected. */
export const SAMPLINGS = ['sampleAll', 'sampleFixed', 'samplePercentage', 'sampleAql'] as const;
export type Sampling = (typeof SAMPLINGS)[number];

/** The kinds of characteristics: a measured value, or a person's judgement whether the piece is good. */
const CHARACTERISTIC_KINDS = ['measured', 'judged'] as const;
export type CharacteristicKind = (typeof CHARACTERISTIC_KINDS)[number];

/** The inspections that a procedure demands, and the characteristics that they check. */
export const inspectionPlanFields = {
  inspections: lines(
    {
      inspectionKind: choice(INSPECTION_KINDS, { initial: 'firstArticle' }),
      /** How often pieces are inspected in process: every n pieces, or every n minutes of work. */
      everyPieces: number({ unit: 'pieces', min: 1, max: 100_000, decimals: 0 }),
      everyMinutes: number({ unit: 'minutes', min: 1, max: 1440, decimals: 0 }),
      sampling: choice(SAMPLINGS, { initial: 'sampleAll' }),
      sampleCount: number({ unit: 'pieces', min: 1, max: 100_000, decimals: 0 }),
      samplePercent: number({ unit: 'percent', min: 0.01, max: 100 }),
      /**
       * How many bad pieces of a sample are accepted. Sampling by AQL does not use this number, but takes the
       * number from the tables.
       */
      acceptNumber: number({ min: 0, max: 100_000, decimals: 0 }),
      aql: number({ unit: 'percent', min: 0.01, max: 10, decimals: 3 }),
      inspectionLevel: choice(INSPECTION_LEVELS),
      /** Whether production is steady and reduced inspection is approved. */
      reducedApproved: flag(),
    },
    { max: 20 },
  ),
  characteristics: lines(
    {
      seq: number({ required: true, min: 1, max: 9999, decimals: 0 }),
      name: text({ required: true, max: 100, label: 'characteristic' }),
      kind: choice(CHARACTERISTIC_KINDS, { initial: 'measured', label: 'characteristicKind' }),
      nominal: number({ min: -9_999_999_999 }),
      lower: number({ min: -9_999_999_999, label: 'lowerLimit' }),
      upper: number({ min: -9_999_999_999, label: 'upperLimit' }),
      unit: text({ max: 20 }),
      decimals: number({ required: true, min: 0, max: 4, decimals: 0, initial: 3 }),
      method: text({ max: 200, label: 'inspectionMethod' }),
      tool: text({ max: 100, label: 'measuringTool' }),
      /**
       * The kind of gauge with which the characteristic is checked. The person who enters a value also enters
       * the gauge that was used.
       */
      gaugeKindId: classificationRef('gaugeKind'),
      /** On how many pieces of a sample the characteristic is checked; if this is empty, on all of them. */
      samplePerBatch: number({ unit: 'pieces', min: 1, max: 100_000, decimals: 0 }),
    },
    { max: 200 },
  ),
} as const;
