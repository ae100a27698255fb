import { entities } from '#shared/entities/index.ts';
import type { CallFunction } from './floor.ts';
import { makeUniqueText } from './makers.ts';

/** An inspection whose sampling needs no further settings. */
export const SAMPLE_INSPECTION = {
  inspectionKind: 'firstArticle',
  everyPieces: null,
  everyMinutes: null,
  sampling: 'sampleAll',
  sampleCount: null,
  samplePercent: null,
  acceptNumber: 1,
  aql: null,
  inspectionLevel: null,
  reducedApproved: false,
};

/** Begins an inspection by a published procedure. The sample of the procedures stays a draft. */
export async function beginSampleInspection(
  call: CallFunction,
  { craft, process }: { craft: number; process: number },
  prefix: string,
): Promise<number> {
  const sip = await call<{ id: number; version: number }>(`${entities.sip.path}/save`, {
    code: `${prefix}${makeUniqueText()}`,
    name: `${prefix}Shaft`,
    craftId: craft,
    inspections: [SAMPLE_INSPECTION],
    characteristics: [{ seq: 1, name: `${prefix}Burr`, kind: 'judged' }],
  });
  await call(`${entities.sip.path}/publish`, { id: sip.id, version: sip.version });
  const { id } = await call<{ id: number }>('/mes/quality/testing/begin', {
    processId: process,
    sipId: sip.id,
    inspectionKind: 'firstArticle',
    batchQuantity: 1,
    lot: `${prefix}Lot`,
  });
  return id;
}
