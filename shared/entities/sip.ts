import { defineEntity } from '#shared/kernel/entity.ts';
import { inspectionPlanFields } from './inspection-plan-fields.ts';
import { procedureFields, procedureEntityOptions } from './procedure-fields.ts';

/**
 * A standard inspection procedure (SIP): the inspection plan of a craft, or of a craft for one part code. The
 * plan says when pieces are inspected, how many pieces, and which of their characteristics.
 */
export const sip = defineEntity({
  name: 'sip',
  path: '/mes/system/params/sip',
  permission: 'SYSTEM_PARAM_SETTING_SIP',
  ...procedureEntityOptions,
  fields: { ...procedureFields, ...inspectionPlanFields },
});
