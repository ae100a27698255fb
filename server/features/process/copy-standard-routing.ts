import { entities, type Entity } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { loadRecord } from '../../crud/read.ts';
import { saveRecord } from '../../crud/save.ts';
import type { Work } from '../../db/work.ts';
import { makeRevisionError } from '../../hooks/revision.ts';
import type { Viewer } from '../../hooks/hooks.ts';
import { openPartRoutings } from '../../ledger/routing.ts';

/**
 * If a part already has processes, the first appended copy gets a multiple of this number as its sequence number.
 * The distance leaves room to insert processes.
 */
const SEQUENCE_STEP = 10;

/**
 * Appends copies of the processes of a published standard routing to a part. Each copy passes the
 * same checks as a process that a user enters. Later changes of the standard routing do not affect
 * the copies.
 * @throws rowNotFound; editionFixed if the routing is not published; and the errors of saving a
 * process
 */
export async function copyStandardRouting(
  work: Work,
  viewer: Viewer,
  partId: number,
  libraryId: number,
): Promise<{ processIds: number[] }> {
  await loadRecord(work.db, entities.part as EntityDeclaration, viewer, partId);
  const { processes } = await openPartRoutings(work, [partId]);
  const library = (await loadRecord(
    work.db,
    entities.processLibrary as EntityDeclaration,
    viewer,
    libraryId,
  )) as unknown as Entity<'processLibrary'>;
  if (library.state !== 'published') throw makeRevisionError(library, 'fromLibrary');
  const seqs = processes.filter((process) => process.partId === partId).map((process) => process.seq);
  const offset = seqs.length === 0 ? 0 : (Math.floor(Math.max(...seqs) / SEQUENCE_STEP) + 1) * SEQUENCE_STEP;
  const first = Math.min(...library.processes.map((line) => line.seq));
  const processIds: number[] = [];
  for (const { seq, ...line } of library.processes) {
    const at = offset === 0 ? seq : offset + seq - first;
    const { labels: _labels, ...process } = { labels: null, ...line };
    const saved = await saveRecord(work, entities.process as EntityDeclaration, viewer, null, null, {
      ...process,
      partId,
      seq: at,
    });
    processIds.push(saved.id);
  }
  return { processIds };
}
