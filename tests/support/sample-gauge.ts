import { entities } from '#shared/entities/index.ts';
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

/** Begins a study of a gauge with two people of the factory. @returns the id of the study */
export async function beginSampleStudy(call: CallFunction, gaugeId: number, prefix: string): Promise<number> {
  const people = await call<{ rows: { id: number }[] }>(`${entities.employee.path}/page`, {});
  const { id } = await call<{ id: number }>(`${entities.gaugeStudy.path}/begin`, {
    gaugeId,
    characteristic: `${prefix}Diameter`,
    appraiserIds: people.rows.slice(0, 2).map((person) => person.id),
    partCount: 2,
    trialCount: 2,
  });
  return id;
}
