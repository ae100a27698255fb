import { defineEntity } from '#shared/kernel/entity.ts';
import { number } from '#shared/kernel/fields.ts';

/**
 * The rules by which wages are calculated, at most one row per factory. A multiplier applies to work outside the shift
 * of a person. Each kind of day has its own multiplier.
 */
export const wageSetting = defineEntity({
  name: 'wageSetting',
  path: '/mes/system/basic/wageSetting',
  permission: 'SYSTEM_BASIC_WAGE_SETTING',
  shownAs: 'id',
  sort: 'id',
  verbs: ['page', 'get', 'save'],
  fields: {
    overtimeMultiplier: number({ min: 1, max: 10, decimals: 2, initial: 1.5 }),
    weeklyRestMultiplier: number({ min: 1, max: 10, decimals: 2, initial: 2 }),
    restMultiplier: number({ min: 1, max: 10, decimals: 2, initial: 2 }),
    statutoryMultiplier: number({ min: 1, max: 10, decimals: 2, initial: 3 }),
    /** The maximum share of a monthly wage that penalties may take. */
    penaltyCap: number({ unit: 'percent', min: 0, max: 100, initial: 20 }),
    /** The maximum sum of the rewards that a person gets in a month; null if there is no maximum. */
    rewardLimit: number({ unit: 'perMonth', min: 0, decimals: 2 }),
    /** The monthly wage that must remain after penalties; null if there is no minimum. */
    minimumWage: number({ unit: 'perMonth', min: 0 }),
  },
});

export const wageSettingTerms = {
  wageSetting: ['工资设置', 'Wage settings', '薪資設定', '賃金設定'],
  overtimeMultiplier: ['工作日加班倍数', 'Overtime multiplier', '工作日加班倍數', '平日残業の倍率'],
  weeklyRestMultiplier: ['周休日加班倍数', 'Weekly rest day multiplier', '例假日加班倍數', '週休日の倍率'],
  restMultiplier: ['休息日加班倍数', 'Rest day multiplier', '休息日加班倍數', '休日の倍率'],
  statutoryMultiplier: [
    '法定节假日加班倍数',
    'Statutory holiday multiplier',
    '國定假日加班倍數',
    '法定祝日の倍率',
  ],
  penaltyCap: ['罚款上限', 'Penalty cap', '罰款上限', '減給の上限'],
  rewardLimit: ['奖励上限', 'Reward limit', '獎勵上限', '報奨の上限'],
  minimumWage: ['最低工资', 'Minimum wage', '最低薪資', '最低賃金'],
  perMonth: ['元/月', 'per month', '元/月', '毎月'],
  'empty.wageSetting': [
    '这里设定加班倍数、罚款和奖励的上限、最低工资。',
    'Overtime multipliers, the limits of penalties and rewards, and the minimum wage are set here.',
    '這裡設定加班倍數、罰款和獎勵的上限、最低薪資。',
    '残業の倍率、減給と報奨の上限、最低賃金をここで設定します。',
  ],
} as const;
