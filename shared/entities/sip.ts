import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, lines, number, text } from '#shared/kernel/fields.ts';
import { procedureFields, procedureEntityOptions } from './procedure-fields.ts';

/** A standard inspection procedure (SIP): the checks after a craft, and their limits. */
export const sip = defineEntity({
  name: 'sip',
  path: '/mes/system/params/sip',
  permission: 'SYSTEM_PARAM_SETTING_SIP',
  ...procedureEntityOptions,
  fields: {
    ...procedureFields,
    characteristics: lines(
      {
        seq: number({ required: true, min: 1, max: 9999, decimals: 0 }),
        name: text({ required: true, max: 100, label: 'characteristic' }),
        kind: choice(['measured', 'judged'], { initial: 'measured', label: 'characteristicKind' }),
        nominal: number({ min: -9_999_999_999 }),
        lower: number({ min: -9_999_999_999, label: 'lowerLimit' }),
        upper: number({ min: -9_999_999_999, label: 'upperLimit' }),
        unit: text({ max: 20 }),
        tool: text({ max: 100, label: 'measuringTool' }),
        samplePerBatch: number({ unit: 'pieces', min: 1, max: 100_000, decimals: 0 }),
        recordEvery: number({ unit: 'pieces', min: 1, max: 100_000, decimals: 0 }),
      },
      { max: 200 },
    ),
  },
});
