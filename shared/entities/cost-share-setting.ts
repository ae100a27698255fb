import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, date, flag, ref, text } from '#shared/kernel/fields.ts';

/** By which key the costs of a pool, those of one cost type and department, are shared out among orders from a day on. */
export const costShareSetting = defineEntity({
  name: 'costShareSetting',
  path: '/mes/system/basic/costShareSetting',
  permission: 'SYSTEM_BASIC_COST_SHARE_SETTING',
  shownAs: 'costTypeId',
  sort: '-validFrom',
  filters: ['costTypeId', 'departmentId', 'shareKey', 'active'],
  fields: {
    costTypeId: ref('costType', { required: true }),
    /** Without one: the costs of the whole factory. */
    departmentId: ref('department'),
    shareKey: choice(['earnedHours', 'actualHours', 'madeQuantity', 'directCost'], {
      initial: 'earnedHours',
    }),
    validFrom: date({ required: true }),
    active: flag({ initial: true }),
    remark: text({ max: 500 }),
  },
});
