import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { WorkbookImportResult } from '#shared/answers/transfer.ts';
import type { RawAnswer, RawCall } from '../../../call/raw-route.ts';
import { dryRunImport, writeImport } from './apply-import.ts';
import { deleteWorkbook, findWorkbookPath, storeWorkbook } from './checked-files.ts';
import { getActor, runInQueue } from './import-queue.ts';
import { mapMaterialColumns } from './map-columns.ts';
import type { ImportContext, ImportPlan } from './plan.ts';
import { planImport } from './plan-import.ts';
import { readWorkbook } from '../../../workbook/read-workbook.ts';

/** An import and its plan. `mapping` is the name of the column mapping that was applied; null if none was applied. */
interface PlannedImport {
  context: ImportContext;
  plan: ImportPlan;
  mapping: string | null;
}

const buildImportResult = (
  { plan, mapping }: PlannedImport,
  file: string | null,
  written: boolean,
): WorkbookImportResult => ({
  file,
  written,
  added: plan.added,
  changed: plan.changed,
  unchanged: plan.unchanged,
  problemCount: plan.problems.count,
  problems: plan.problems.getSortedProblems(),
  frequent: plan.problems.getFrequentProblems(),
  ignored: plan.ignored,
  mapping,
});

async function readAndPlanImport(
  call: RawCall,
  entity: EntityDeclaration,
  path: string,
): Promise<PlannedImport> {
  const { db, user, lang, signal, progress } = call;
  const context: ImportContext = { db, user, lang, signal, entity, progress };
  progress({ phase: 'reading', done: 0, total: null });
  const sheets = await readWorkbook(path, signal, (done) =>
    progress({ phase: 'reading', done, total: null }),
  );
  const source =
    entity.name === 'material'
      ? await mapMaterialColumns(db, user.factoryId, lang, sheets)
      : { sheets, mapping: null };
  return { context, plan: await planImport(context, source.sheets), mapping: source.mapping };
}

/**
 * Checks a workbook by a trial import and reports its problems. If there are none and the import would change
 * something, the workbook stays stored, so that the user can import it.
 * @throws tooManyRequests, tooLarge, fileType, fileProtected, fileUnreadable, fileUnpacksTooLarge, importTooMany
 */
export async function checkImport(call: RawCall, entity: EntityDeclaration): Promise<RawAnswer> {
  const { id, path } = await storeWorkbook(call);
  let shouldKeep = false;
  try {
    return await runInQueue(call, async () => {
      const plannedImport = await readAndPlanImport(call, entity, path);
      const { context, plan } = plannedImport;
      if (plan.problems.count === 0) await dryRunImport(context, getActor(call), plan);
      shouldKeep = plan.problems.count === 0 && plan.rows.length > 0;
      return { data: buildImportResult(plannedImport, shouldKeep ? id : null, false) };
    });
  } finally {
    if (!shouldKeep) await deleteWorkbook(path);
  }
}

/**
 * Writes all rows of a checked workbook, or none. The import is planned again, because the data of
 * the factory may have changed since the check.
 * @throws tooManyRequests, importFileGone, importRunning, and the errors of a save
 */
export async function writeCheckedWorkbook(call: RawCall, entity: EntityDeclaration): Promise<RawAnswer> {
  const path = await findWorkbookPath(call, new URLSearchParams(call.body.toString('utf8')).get('file'));
  return runInQueue(call, async () => {
    const plannedImport = await readAndPlanImport(call, entity, path);
    const { context, plan } = plannedImport;
    const isValid = plan.problems.count === 0;
    if (isValid) await writeImport(context, getActor(call), plan);
    await deleteWorkbook(path);
    return { data: buildImportResult(plannedImport, null, isValid) };
  });
}

/** Deletes a checked workbook that the user does not want to import. */
export async function deleteCheckedWorkbook(call: RawCall): Promise<RawAnswer> {
  await deleteWorkbook(
    await findWorkbookPath(call, new URLSearchParams(call.body.toString('utf8')).get('file')),
  );
  return { data: null };
}
