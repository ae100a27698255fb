import { entities } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { TimeChange } from '#shared/answers/routing/time-change.ts';
import type { MeasuredPart } from '#shared/formula/part-inputs.ts';
import { loadRecord } from '../../crud/read.ts';
import type { Db } from '../../db/database.ts';
import { findTimeChanges } from '../../hooks/formula-times.ts';
import type { Viewer } from '../../hooks/hooks.ts';

/**
 * Finds the times of processes that would change if a part got these values, and changes nothing.
 * @throws rowNotFound
 */
export async function previewFormulaTimes(
  db: Db,
  viewer: Viewer,
  { partId, ...part }: MeasuredPart & { partId: number },
): Promise<TimeChange[]> {
  await loadRecord(db, entities.part as EntityDeclaration, viewer, partId);
  return findTimeChanges({ db, factoryId: viewer.factoryId }, partId, part);
}
