import { addDays } from '#shared/rules/days.ts';
import { getIdByCode, saveRows, type DemoApiCall, type IdsByCode } from './demo-call.ts';

/** The gauges; `calibratedDaysAgo` makes one of them overdue and others due soon. */
const GAUGES = [
  { code: 'WJ-01', kind: '外径千分尺', range: [25, 50], resolution: 0.001, calibratedDaysAgo: 120 },
  { code: 'WJ-02', kind: '外径千分尺', range: [25, 50], resolution: 0.001, calibratedDaysAgo: 350 },
  { code: 'WJ-03', kind: '外径千分尺', range: [25, 50], resolution: 0.001, calibratedDaysAgo: 380 },
  { code: 'KC-01', kind: '游标卡尺', range: [0, 150], resolution: 0.02, calibratedDaysAgo: 60 },
  { code: 'KC-02', kind: '游标卡尺', range: [0, 300], resolution: 0.02, calibratedDaysAgo: 345 },
  { code: 'CC-01', kind: '粗糙度仪', range: [0, 100], resolution: 0.01, calibratedDaysAgo: 200 },
  { code: 'NJ-01', kind: '内径百分表', range: [18, 35], resolution: 0.01, calibratedDaysAgo: 150 },
  { code: 'SG-01', kind: '塞规', range: null, resolution: null, calibratedDaysAgo: 90 },
] as const;

/** Creates the gauges of the demonstration factory. */
export async function seedGauges(
  call: DemoApiCall,
  classifications: IdsByCode,
  today: string,
): Promise<void> {
  await saveRows(
    call,
    '/mes/quality/gauge',
    GAUGES,
    ({ code }) => code,
    ({ code, kind, range, resolution, calibratedDaysAgo }) => ({
      code,
      name: range ? `${kind} ${range[0]}–${range[1]}` : kind,
      gaugeKindId: getIdByCode(classifications, kind),
      rangeFrom: range && range[0],
      rangeTo: range && range[1],
      resolution,
      unit: range && 'mm',
      location: '检验室',
      lastCalibratedOn: addDays(today, -calibratedDaysAgo),
    }),
  );
}
