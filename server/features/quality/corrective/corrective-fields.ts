import { choice, date, number, ref, text } from '#shared/kernel/fields.ts';

/** The verdicts about the effect of a corrective action. */
export const EFFECT_VERDICTS = ['judgeEffective', 'judgeNotEffective'] as const;
export type EffectVerdict = (typeof EFFECT_VERDICTS)[number];

/** The input fields of the routes of corrective actions. Each route uses some of them. */
export const CORRECTIVE_FIELDS = {
  id: ref('correctiveAction', { required: true, label: 'correctiveAction' }),
  measureId: ref('correctiveMeasure', { required: true, label: 'correctiveMeasure' }),
  exceptionId: ref('qualityException', { required: true, label: 'qualityException' }),
  version: number({ required: true, min: 1, max: 2_000_000_000, decimals: 0 }),
  doneOn: date({ required: true, label: 'measureDoneOn' }),
  result: text({ max: 1000, label: 'measureResult' }),
  verdict: choice(EFFECT_VERDICTS, { required: true, label: 'effectVerdict' }),
  reason: text({ required: true, max: 1000 }),
} as const;
