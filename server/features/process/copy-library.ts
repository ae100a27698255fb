import { entities, type Entity } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { get } from '../../crud/read.ts';
import { save } from '../../crud/save.ts';
import type { Work } from '../../db/work.ts';
import { refuseRevision } from '../../hooks/revision.ts';
import type { Viewer } from '../../hooks/hooks.ts';
import { openParts } from '../../ledger/routing.ts';

/** How far apart the places of a routing are numbered, so that something fits in between. */
const STEP = 10;

/**
 * Adds the processes of a published standard routing to a part, behind those that it has. Each is saved as if it were
 * typed in, with the rules of that; they are the part's own from then on.
 * @throws rowNotFound, editionFixed where it is not published, and whatever saving a process refuses
 */
export async function copyLibrary(
  work: Work,
  viewer: Viewer,
  partId: number,
  libraryId: number,
): Promise<{ processIds: number[] }> {
  await get(work.db, entities.part as EntityDeclaration, viewer, partId);
  const { processes } = await openParts(work, [partId]);
  const library = (await get(
    work.db,
    entities.processLibrary as EntityDeclaration,
    viewer,
    libraryId,
  )) as unknown as Entity<'processLibrary'>;
  if (library.state !== 'published') throw refuseRevision(library, 'fromLibrary');
  const seqs = processes.filter((process) => process.partId === partId).map((process) => process.seq);
  const behind = seqs.length === 0 ? 0 : (Math.floor(Math.max(...seqs) / STEP) + 1) * STEP;
  const first = Math.min(...library.processes.map((line) => line.seq));
  const processIds: number[] = [];
  for (const { seq, ...line } of library.processes) {
    const at = behind === 0 ? seq : behind + seq - first;
    const { labels: _labels, ...process } = { labels: null, ...line };
    const made = await save(work, entities.process as EntityDeclaration, viewer, null, null, {
      ...process,
      partId,
      seq: at,
    });
    processIds.push(made.id);
  }
  return { processIds };
}
