import { entities } from '#shared/entities/index.ts';
import { toLocalDay } from '#shared/rules/wall-clock.ts';
import type { CallFunction } from './floor.ts';
import { makeUniqueText } from './makers.ts';

/** Adds a kind of gauges. @returns its id */
export async function addGaugeKind(call: CallFunction, prefix = ''): Promise<number> {
  const { id } = await call<{ id: number }>(`${entities.classification.path}/save`, {
    classId: 'gaugeKind',
    code: `${prefix}${makeUniqueText('K')}`,
    name: `${prefix}Micrometer`,
  });
  return id;
}

/** Records a calibration of a gauge. @returns the id of the calibration */
export async function calibrateSampleGauge(
  call: CallFunction,
  gaugeId: number,
  prefix: string,
): Promise<number> {
  const { version } = await call<{ version: number }>(`${entities.gauge.path}/get`, { id: gaugeId });
  const { id } = await call<{ id: number }>(`${entities.gauge.path}/calibrate`, {
    gaugeId,
    version,
    calibratedOn: '2025-03-02',
    calibrationResult: 'calibrationPassed',
    calibratedBy: `${prefix}Laboratory`,
    certificateNumber: `${prefix}C-1`,
  });
  return id;
}

/** Begins a study of a gauge with a person of the factory and a new person. @returns the id of the study */
export async function beginSampleStudy(
  call: CallFunction,
  { gauge: gaugeId, employee }: Record<'gauge' | 'employee', number>,
  prefix: string,
): Promise<number> {
  const appraiser = await call<{ id: number }>(`${entities.employee.path}/save`, {
    code: `${prefix}${makeUniqueText('A')}`,
    name: `${prefix}Appraiser`,
  });
  const { id } = await call<{ id: number }>(`${entities.gaugeStudy.path}/begin`, {
    gaugeId,
    characteristic: `${prefix}Diameter`,
    appraiserIds: [employee, appraiser.id],
    partCount: 2,
    trialCount: 2,
  });
  return id;
}

/** The characteristic of `measureMonitoredSample`. */
export const MONITORED_CHARACTERISTIC = 'Monitored diameter';

/**
 * Measures three pieces of the sample process with the sample gauge, freezes the control limits, and finds the gauge
 * out of tolerance. Then the characteristic is monitored, and the inspections are in doubt.
 * @returns the part code
 */
export async function measureMonitoredSample(
  call: CallFunction,
  ids: Record<'craft' | 'process' | 'part' | 'gauge' | 'gaugeKind', number>,
): Promise<string> {
  const savedSip = await call<{ id: number; version: number }>(`${entities.sip.path}/save`, {
    code: makeUniqueText('SIP'),
    name: 'Monitored',
    craftId: ids.craft,
    inspections: [{ inspectionKind: 'inProcess', everyPieces: 1, sampling: 'sampleFixed', sampleCount: 1 }],
    characteristics: [
      { seq: 1, name: MONITORED_CHARACTERISTIC, nominal: 20, unit: 'mm', gaugeKindId: ids.gaugeKind },
    ],
  });
  await call(`${entities.sip.path}/publish`, { id: savedSip.id, version: savedSip.version });
  for (const value of [20, 20.02, 20.01]) {
    const { id } = await call<{ id: number }>('/mes/quality/testing/begin', {
      processId: ids.process,
      sipId: savedSip.id,
      inspectionKind: 'inProcess',
      batchQuantity: 1,
    });
    const values = [{ seq: 1, sampleNumber: 1, value, gaugeId: ids.gauge }];
    const { version } = await call<{ version: number }>('/mes/quality/testing/enter', { id, values });
    await call('/mes/quality/testing/conclude', { id, version });
  }
  const { code } = await call<{ code: string }>(`${entities.part.path}/get`, { id: ids.part });
  await call('/mes/quality/testing/spc/freeze', {
    partCode: code,
    characteristic: MONITORED_CHARACTERISTIC,
    chart: 'imrChart',
  });
  const { version } = await call<{ version: number }>(`${entities.gauge.path}/get`, { id: ids.gauge });
  await call(`${entities.gauge.path}/calibrate`, {
    gaugeId: ids.gauge,
    version,
    calibratedOn: toLocalDay('Asia/Shanghai', Date.now()),
    calibrationResult: 'calibrationFailed',
    certificateNumber: 'C-2',
  });
  return code;
}
