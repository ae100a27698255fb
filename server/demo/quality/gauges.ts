import { addDays } from '#shared/rules/days.ts';
import { getIdByCode, saveRows, type DemoApiCall, type IdsByCode, type SavedRow } from '../demo-call.ts';

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

/** The recorded calibrations. */
const CALIBRATIONS = [
  { code: 'WJ-01', calibratedDaysAgo: 20, calibrationResult: 'calibrationPassed', remark: null },
  {
    code: 'KC-01',
    calibratedDaysAgo: 12,
    calibrationResult: 'calibrationAdjusted',
    remark: '零位偏 0.02，已调整',
  },
  { code: 'SG-01', calibratedDaysAgo: 5, calibrationResult: 'calibrationFailed', remark: '通端磨损' },
] as const;

const GAUGE_PATH = '/mes/quality/gauge';
const STUDY_PATH = '/mes/quality/gaugeStudy';

/**
 * Creates the gauges of the demonstration factory, and calibrates some of them.
 * @returns the id of each gauge by its code
 */
export async function seedGauges(
  call: DemoApiCall,
  classifications: IdsByCode,
  today: string,
): Promise<IdsByCode> {
  const gauges = await saveRows(
    call,
    GAUGE_PATH,
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
  for (const { code, calibratedDaysAgo, calibrationResult, remark } of CALIBRATIONS) {
    const gaugeId = getIdByCode(gauges, code);
    const { version } = await call<SavedRow>(`${GAUGE_PATH}/get`, { id: gaugeId });
    await call(`${GAUGE_PATH}/calibrate`, {
      ...{ gaugeId, version, calibrationResult, remark },
      calibratedOn: addDays(today, -calibratedDaysAgo),
      certificateNumber: `JZ-${code}`,
      calibratedBy: '省计量院',
    });
  }
  return gauges;
}

/**
 * The true sizes of the ten parts of the study, in mm. The two lists below contain the reading errors of each
 * appraiser and of each trial, in mm.
 */
const STUDY_SIZES = [29.98, 29.995, 30.01, 30.002, 29.988, 30.018, 29.992, 30.006, 29.984, 30.013];
const APPRAISER_OFFSETS = [0, 0.0006, -0.0004];
const TRIAL_OFFSETS = [0.0004, -0.0005, 0.0001];
const READ_DECIMALS = 3;

/** Enters a study of a micrometer by three people, and concludes it. */
export async function seedGaugeStudy(
  call: DemoApiCall,
  gaugeId: number,
  appraiserIds: readonly number[],
): Promise<void> {
  const partCount = STUDY_SIZES.length;
  const study = await call<SavedRow>(`${STUDY_PATH}/begin`, {
    ...{ gaugeId, characteristic: '外径 Φ30', unit: 'mm', decimals: READ_DECIMALS, appraiserIds },
    ...{ lowerLimit: 29.97, upperLimit: 30.03, partCount, trialCount: TRIAL_OFFSETS.length },
  });
  let { version } = study;
  for (const [person, personOffset] of APPRAISER_OFFSETS.entries()) {
    const values = TRIAL_OFFSETS.flatMap((trialOffset, trial) =>
      STUDY_SIZES.map((size, part) => ({
        ...{ appraiser: person + 1, trial: trial + 1, part: part + 1, replaces: false },
        // The errors of the trials are multiplied by 1, 2 or 3, so that they differ from part to part.
        value: Number((size + personOffset + trialOffset * ((part % 3) + 1)).toFixed(READ_DECIMALS)),
      })),
    );
    ({ version } = await call<SavedRow>(`${STUDY_PATH}/enter`, { id: study.id, values }));
  }
  await call(`${STUDY_PATH}/conclude`, { id: study.id, version });
}
