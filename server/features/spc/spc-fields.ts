import { CHART_KINDS } from '#shared/spc/control-chart.ts';
import { choice, date, number, ref, text } from '#shared/kernel/fields.ts';

/** The input fields of the routes of control charts. */
export const SPC_FIELDS = {
  partCode: text({ required: true, max: 60 }),
  /**
   * If this field is empty, the chart contains all crafts. The fields `characteristic` and `deviceId` work in
   * the same way.
   */
  craftId: ref('craft'),
  characteristic: text({ max: 100 }),
  deviceId: ref('device'),
  from: date({ label: 'rangeFrom' }),
  to: date({ label: 'rangeTo' }),
  chart: choice(CHART_KINDS, { required: true, label: 'controlChart' }),
  id: number({ required: true, min: 1, decimals: 0, max: 9_007_199_254_740_991, label: 'controlLimit' }),
} as const;
