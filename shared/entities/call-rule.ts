import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, flag, number, ref, text } from '#shared/kernel/fields.ts';
import { CALL_STEPS } from '#shared/machines/andon-call.ts';
import { classificationRef } from './classification-ref.ts';

/** An escalation rule: after how long a waiting andon call is escalated, and who is then asked for help. */
export const callRule = defineEntity({
  name: 'callRule',
  path: '/mes/system/callRule',
  permission: 'SYSTEM_PARAM_SETTING_CALL',
  shownAs: 'name',
  sort: 'level',
  topic: 'andon',
  filters: ['typeId', 'step', 'level'],
  fields: {
    name: text({ required: true, max: 100 }),
    /** Null means calls of every type. */
    typeId: classificationRef('abnormalType'),
    stopsOnly: flag(),
    step: choice(CALL_STEPS, { required: true, label: 'callStep' }),
    afterMinutes: number({ required: true, min: 0, max: 10_080, decimals: 0, unit: 'minutes' }),
    level: number({ required: true, min: 1, max: 3, decimals: 0, label: 'escalationLevel' }),
    asked: choice(['workGroupHead', 'role'], { initial: 'workGroupHead' }),
    roleId: ref('role'),
  },
});
