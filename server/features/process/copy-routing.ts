import { entities, type Entity } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { computeNextSeq } from '#shared/rules/next-seq.ts';
import { makeError } from '#shared/kernel/errors.ts';
import { loadRecord } from '../../crud/read.ts';
import { saveRecord } from '../../crud/save.ts';
import type { Transaction } from '../../db/transaction.ts';
import { makeRevisionError } from '../../hooks/revision.ts';
import { pickTypedTimes } from '../../hooks/formula-times.ts';
import type { Viewer } from '../../hooks/hooks.ts';
import { openPartRoutings } from '../../ledger/routing.ts';

const PROCESS_ENTITY = entities.process as EntityDeclaration;
const PART_ENTITY = entities.part as EntityDeclaration;

/** The fields that are copied when a process is copied to another part. */
const COPIED_FIELDS = [
  'seq',
  'craftId',
  'name',
  'workGroupId',
  'deviceId',
  'preparationMinutes',
  'deviceMinutes',
  'manMinutes',
  'manMachineRatio',
  'transferMinutes',
  'plannedPeople',
  'leapfrog',
  'external',
  'supplierId',
] as const satisfies readonly (keyof Entity<'process'>)[];

type CopiedProcess = Pick<
  Entity<'process'>,
  (typeof COPIED_FIELDS)[number] | 'formulaDeviceMinutes' | 'formulaManMinutes'
>;

/** A process to copy: its sequence number and its other fields. */
interface ProcessTemplate {
  readonly seq: number;
}

/**
 * Adds processes at the end of a part's routing. Each process passes the same checks as a process that a user
 * enters.
 */
async function appendProcesses(
  tx: Transaction,
  viewer: Viewer,
  partId: number,
  templates: readonly ProcessTemplate[],
): Promise<{ processIds: number[] }> {
  const { processes } = await openPartRoutings(tx, [partId]);
  const existingSeqs = processes.filter((process) => process.partId === partId).map((process) => process.seq);
  const offset = existingSeqs.length === 0 ? 0 : computeNextSeq(Math.max(...existingSeqs));
  const firstSeq = Math.min(...templates.map(({ seq }) => seq));
  const processIds: number[] = [];
  for (const template of templates) {
    const seq = offset === 0 ? template.seq : offset + template.seq - firstSeq;
    const savedProcess = await saveRecord(tx, PROCESS_ENTITY, viewer, null, null, {
      ...template,
      partId,
      seq,
    });
    processIds.push(savedProcess.id);
  }
  return { processIds };
}

/**
 * Appends copies of the processes of a published standard routing to a part. Later changes of the
 * standard routing do not affect the copies.
 * @throws rowNotFound; editionFixed if the routing is not published; and the errors of saving a
 * process
 */
export async function copyStandardRouting(
  tx: Transaction,
  viewer: Viewer,
  partId: number,
  libraryId: number,
): Promise<{ processIds: number[] }> {
  await loadRecord(tx.db, PART_ENTITY, viewer, partId);
  const standardRouting = (await loadRecord(
    tx.db,
    entities.processLibrary as EntityDeclaration,
    viewer,
    libraryId,
  )) as unknown as Entity<'processLibrary'>;
  if (standardRouting.state !== 'published') throw makeRevisionError(standardRouting, 'fromLibrary');
  const templates = standardRouting.processes.map((line) => {
    const { labels: _labels, ...template } = { labels: null, ...line };
    return template;
  });
  return appendProcesses(tx, viewer, partId, templates);
}

/**
 * Makes a template of a process. It leaves out the times from formulas, because the formulas are evaluated
 * again for the part of the copy.
 */
function toTemplate({
  formulaDeviceMinutes,
  formulaManMinutes,
  ...process
}: CopiedProcess): ProcessTemplate & Record<string, unknown> {
  return { ...process, ...pickTypedTimes({ ...process, formulaDeviceMinutes, formulaManMinutes }) };
}

/**
 * Appends copies of the processes of another part to a part, without their dates and quantities.
 * @throws rowNotFound; fieldsInvalid if both parts are the same; and the errors of saving a process
 */
export async function copyPartRouting(
  tx: Transaction,
  viewer: Viewer,
  partId: number,
  fromPartId: number,
): Promise<{ processIds: number[] }> {
  if (partId === fromPartId)
    throw makeError('fieldsInvalid', {}, { fromPartId: { reason: 'notAReference' } });
  await loadRecord(tx.db, PART_ENTITY, viewer, partId);
  await loadRecord(tx.db, PART_ENTITY, viewer, fromPartId);
  const processes = await tx.db
    .selectFrom('process')
    .select([...COPIED_FIELDS, 'formulaDeviceMinutes', 'formulaManMinutes'])
    .where('factoryId', '=', tx.factoryId)
    .where('partId', '=', fromPartId)
    .where('deletedAt', 'is', null)
    .orderBy('seq')
    .orderBy('id')
    .execute();
  return appendProcesses(tx, viewer, partId, processes.map(toTemplate));
}
