import { makeError } from '#shared/kernel/errors.ts';
import { countBadPieces, listMissingValues } from '#shared/quality/inspection.ts';
import { attachFiles, refuseNonImage } from '../../crud/attach-files.ts';
import type { Transaction } from '../../db/transaction.ts';
import { writeChange } from '../../db/write-change.ts';
import { openRouting } from '../../ledger/routing.ts';
import { INSPECTION_FIELDS } from './inspection-fields.ts';
import { getNextInspectionState, lockInspection } from './lock-inspection.ts';
import { readCharacteristics, readValues } from './read-detail.ts';
import { refuseStale } from '../../db/refuse-stale.ts';

/**
 * Concludes an inspection. The inspection passes if the number of bad pieces in its sample is at most the
 * accept number. It can fail before all values are entered. To pass, it needs all values.
 * @throws rowNotFound, inspectionState, stale, inspectionValuesMissing, referenceMissing, fileType
 */
export async function concludeInspection(
  tx: Transaction,
  {
    id,
    version,
    remark,
    picture,
  }: { id: number; version: number; remark: string | null; picture: number | null },
) {
  const inspection = await lockInspection(tx, id);
  const { sipId, sampleCount, acceptNumber } = inspection;
  const values = await readValues(tx.db, tx.factoryId, id);
  const badCount = countBadPieces(values);
  const event = badCount > acceptNumber ? 'failInspection' : 'passInspection';
  const state = getNextInspectionState(inspection, event);
  refuseStale(inspection, version);
  const characteristics = await readCharacteristics(tx.db, tx.factoryId, sipId, sampleCount);
  const missingValues = listMissingValues({ sampleCount, characteristics, values });
  if (event === 'passInspection' && missingValues.length > 0)
    throw makeError(
      'inspectionValuesMissing',
      { count: missingValues.length },
      { values: { reason: 'required' } },
    );
  await attachFiles(tx, INSPECTION_FIELDS, [{ next: { picture }, before: null }]);
  if (picture !== null) await refuseNonImage(tx, 'picture', picture);
  // This locks the part. A report that finishes the process takes the same lock before it reads the failed
  // first articles.
  if (inspection.inspectionKind === 'firstArticle') await openRouting(tx, [inspection.processId]);
  const newVersion = await writeChange(
    tx,
    'inspection',
    inspection,
    { state, badCount, remark, picture, concludedAt: tx.now },
    { action: event },
  );
  return { id, state, badCount, version: newVersion };
}
