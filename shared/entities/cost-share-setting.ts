import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, date, flag, ref, text } from '#shared/kernel/fields.ts';

/**
 * The key by which the costs of one cost type and department are to be distributed among orders, and the day from
 * which this key is valid.
 */
export const costShareSetting = defineEntity({
  name: 'costShareSetting',
  path: '/mes/system/basic/costShareSetting',
  permission: 'SYSTEM_BASIC_COST_SHARE_SETTING',
  shownAs: 'costTypeId',
  sort: '-validFrom',
  filters: ['costTypeId', 'departmentId', 'shareKey', 'active'],
  fields: {
    costTypeId: ref('costType', { required: true }),
    /** Null means the costs of the whole factory. */
    departmentId: ref('department'),
    shareKey: choice(['earnedHours', 'actualHours', 'madeQuantity', 'directCost'], {
      initial: 'earnedHours',
    }),
    validFrom: date({ required: true }),
    active: flag({ initial: true }),
    remark: text({ max: 500 }),
  },
});
