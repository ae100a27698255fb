import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import {
  findPieceBarcodeProblem,
  isBarcodeCountRight,
  type ReportEntryRequest,
} from '#shared/reporting/report-entries.ts';
import type { Db } from '../../../db/database.ts';
import type { Transaction } from '../../../db/transaction.ts';
import { loadReportEntryRequest } from '../../../ledger/report-entry-request.ts';
import { insertReportLines, type EndedReport, type EnteredEntries } from './report-lines.ts';

/** Builds the refusal of a barcode that is empty or does not have the format of the craft. */
const makeFormatError = (barcode: string, pattern: string | null, fieldPath: string) =>
  makeError(
    'pieceBarcodeFormat',
    { barcode, pattern: pattern ?? '' },
    { [fieldPath]: { reason: 'notAChoice' } },
  );

/**
 * Refuses a barcode if the last report of the process with this barcode is of the same kind, work or rework.
 * Reversed reports do not count. A piece may thus be reported again when it is reworked, and after its rework
 * when it goes through the process again.
 */
async function refuseReportedBarcode(
  { db, factoryId }: { db: Db; factoryId: number },
  { processId, isRework }: Pick<EndedReport, 'processId' | 'isRework'>,
  barcodes: readonly string[],
  getFieldPath: (index: number) => string,
): Promise<void> {
  const { rows } = await sql<{ barcode: string; name: string; endedAt: string }>`
    select b.barcode, coalesce(p.name, c.name) as name, r.ended_at
    from (select barcode, max(owner_id) as owner_id from work_report_barcodes n
      join work_report l on l.factory_id = n.factory_id and l.id = n.owner_id
      where n.factory_id = ${factoryId} and n.barcode = any(${[...barcodes]}::text[]) and l.process_id = ${processId}
        and l.reversed_at is null and l.reverses_id is null
      group by barcode) last
    join work_report_barcodes b on b.factory_id = ${factoryId} and b.owner_id = last.owner_id and b.barcode = last.barcode
    join work_report r on r.factory_id = b.factory_id and r.id = b.owner_id
    join process p on p.factory_id = r.factory_id and p.id = r.process_id
    join craft c on c.factory_id = p.factory_id and c.id = p.craft_id
    where r.is_rework = ${isRework}
    order by b.position limit 1`.execute(db);
  const reportedBarcode = rows[0];
  if (!reportedBarcode) return;
  const { barcode, name, endedAt } = reportedBarcode;
  throw makeError(
    'pieceBarcodeReported',
    { barcode, name, at: endedAt },
    { [getFieldPath(barcodes.indexOf(barcode))]: { reason: 'repeated' } },
  );
}

/**
 * Checks one barcode before its report ends, so that the worker learns of a wrong scan at once.
 * @throws pieceBarcodeFormat, pieceBarcodeReported
 */
export async function checkPieceBarcode(
  db: Db,
  factoryId: number,
  { processId, isRework, barcode }: { processId: number; isRework: boolean; barcode: string },
): Promise<null> {
  const request = await loadReportEntryRequest(db, factoryId, processId);
  const pattern = request?.kind === 'barcodes' ? request.pattern : null;
  if (findPieceBarcodeProblem(barcode, pattern, new Set()))
    throw makeFormatError(barcode, pattern, 'barcode');
  await refuseReportedBarcode({ db, factoryId }, { processId, isRework }, [barcode], () => 'barcode');
  return null;
}

/**
 * Stores the barcodes of the pieces of a report. The part must be locked, so that no other report of the process can
 * store the same barcode meanwhile.
 * @throws pieceBarcodeFormat, pieceBarcodeRepeated, pieceBarcodeReported, pieceBarcodeMissing, pieceBarcodeCount
 */
export async function keepBarcodes(
  tx: Transaction,
  report: EndedReport,
  { pattern, required }: Extract<ReportEntryRequest, { kind: 'barcodes' }>,
  enteredBarcodes: EnteredEntries['barcodes'],
): Promise<void> {
  const barcodes = enteredBarcodes.map(({ barcode }) => barcode);
  const { pieces } = report;
  const earlierBarcodes = new Set<string>();
  for (const [index, barcode] of barcodes.entries()) {
    const problem = findPieceBarcodeProblem(barcode, pattern, earlierBarcodes);
    const fieldPath = `barcodes[${index}].barcode`;
    if (problem === 'repeated')
      throw makeError('pieceBarcodeRepeated', { barcode }, { [fieldPath]: { reason: 'repeated' } });
    if (problem) throw makeFormatError(barcode, pattern, fieldPath);
    earlierBarcodes.add(barcode);
  }
  if (required && pieces > 0 && barcodes.length === 0)
    throw makeError('pieceBarcodeMissing', { pieces }, { barcodes: { reason: 'required' } });
  if (!isBarcodeCountRight(required, barcodes.length, pieces))
    throw makeError(
      'pieceBarcodeCount',
      { count: barcodes.length, pieces },
      {
        barcodes:
          barcodes.length > pieces
            ? { reason: 'tooMany', params: { max: pieces } }
            : { reason: 'tooFew', params: { min: pieces } },
      },
    );
  if (barcodes.length === 0) return;
  await refuseReportedBarcode(tx, report, barcodes, (index) => `barcodes[${index}].barcode`);
  await insertReportLines(
    tx,
    'work_report_barcodes',
    report.reportId,
    barcodes.map((barcode) => ({ barcode })),
  );
}
