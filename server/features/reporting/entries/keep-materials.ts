import { makeError } from '#shared/kernel/errors.ts';
import { parseBarcode } from '#shared/rules/barcode.ts';
import type { PlannedMaterial } from '#shared/reporting/report-entries.ts';
import type { Transaction } from '../../../db/transaction.ts';
import { findMaterialToIssue, postMaterialIssues } from '../../../ledger/material-issues.ts';
import { insertReportLines, type EndedReport, type EnteredEntries } from './report-lines.ts';

/** Reads the code of a material from a scanned label or a typed text. @throws barcodeFormat, barcodeOtherFactory */
function readMaterialCode(text: string, factoryCode: string, fieldPath: string): string {
  const barcode = parseBarcode(text, factoryCode);
  const problems = { [fieldPath]: { reason: 'notAChoice' } } as const;
  if ('problem' in barcode && barcode.problem === 'otherFactory')
    throw makeError('barcodeOtherFactory', { factory: barcode.factory }, problems);
  if ('problem' in barcode || (barcode.type !== null && barcode.type !== 'MATERIAL'))
    throw makeError('barcodeFormat', {}, problems);
  return barcode.code;
}

/**
 * Issues the scanned materials of a report to its part, and stores them in the report. The part must be locked. A
 * report with pieces needs a scan if the part has planned materials and none of them has been issued yet.
 * @throws barcodeFormat, barcodeOtherFactory, materialUnknown, materialNotPlanned, materialScanMissing
 */
export async function keepMaterials(
  tx: Transaction,
  { reportId, partId, pieces, factoryCode }: EndedReport,
  plannedMaterials: readonly PlannedMaterial[],
  scannedMaterials: EnteredEntries['materials'],
): Promise<void> {
  const scannedItems = [];
  for (const [index, { barcode, quantity }] of scannedMaterials.entries()) {
    const fieldPath = `materials[${index}].barcode`;
    const code = readMaterialCode(barcode, factoryCode, fieldPath);
    scannedItems.push({
      material: await findMaterialToIssue(tx, partId, { code }, plannedMaterials, fieldPath),
      quantity,
    });
  }
  if (
    scannedItems.length === 0 &&
    pieces > 0 &&
    plannedMaterials.length > 0 &&
    plannedMaterials.every(({ issued }) => issued <= 0)
  )
    throw makeError(
      'materialScanMissing',
      { planned: plannedMaterials.map(({ name }) => name).join(', ') },
      { materials: { reason: 'required' } },
    );
  const materialIssues = await postMaterialIssues(tx, partId, scannedItems, { reportId });
  await insertReportLines(
    tx,
    'work_report_materials',
    reportId,
    materialIssues.map(({ material, quantity, beyondPlan }) => ({
      material_id: material.materialId,
      quantity,
      beyond_plan: beyondPlan,
    })),
  );
}
