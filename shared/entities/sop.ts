import { defineEntity } from '#shared/kernel/entity.ts';
import { file, lines, number, text } from '#shared/kernel/fields.ts';
import { procedureFields, procedureEntityOptions } from './procedure-fields.ts';

/** A standard operating procedure (SOP): how a craft is done, step by step. */
export const sop = defineEntity({
  name: 'sop',
  path: '/mes/system/params/sop',
  permission: 'SYSTEM_PARAM_SETTING_SOP',
  ...procedureEntityOptions,
  fields: {
    ...procedureFields,
    steps: lines(
      {
        seq: number({ required: true, min: 1, max: 9999, decimals: 0 }),
        instruction: text({ required: true, max: 2000 }),
        seconds: number({ unit: 'seconds', min: 0, max: 86_400, decimals: 0, label: 'duration' }),
        picture: file({ label: 'stepPicture' }),
      },
      { max: 200 },
    ),
  },
});
