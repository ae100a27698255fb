import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import {
  findPieceBarcodeProblem,
  isBarcodeCountRight,
  type ReportEntryRequest,
} from '#shared/rules/report-entries.ts';
import type { Transaction } from '../../../db/transaction.ts';
import { insertReportLines, type EndedReport, type GivenEntries } from './report-lines.ts';

/** Refuses a barcode that a report of the process has already named, unless that report is reversed. */
async function refuseReportedBarcode(
  tx: Transaction,
  { processId, processName }: EndedReport,
  barcodes: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ barcode: string; endedAt: string }>`select b.barcode, r.ended_at
    from work_report_barcodes b
    join work_report r on r.factory_id = b.factory_id and r.id = b.owner_id
    where b.factory_id = ${tx.factoryId} and b.barcode = any(${[...barcodes]}::text[]) and r.process_id = ${processId}
      and r.reversed_at is null and r.reverses_id is null
    order by b.position limit 1`.execute(tx.db);
  const reported = rows[0];
  if (!reported) return;
  const { barcode, endedAt } = reported;
  throw makeError(
    'pieceBarcodeReported',
    { barcode, name: processName, at: endedAt },
    { [`barcodes[${barcodes.indexOf(barcode)}].barcode`]: { reason: 'repeated' } },
  );
}

/**
 * Keeps the barcodes of the pieces of a report. The part must be locked, so that no other report of the process names the
 * same piece meanwhile.
 * @throws pieceBarcodeFormat, pieceBarcodeRepeated, pieceBarcodeReported, pieceBarcodeMissing, pieceBarcodeCount
 */
export async function keepBarcodes(
  tx: Transaction,
  report: EndedReport,
  { pattern, required }: Extract<ReportEntryRequest, { kind: 'barcodes' }>,
  given: GivenEntries['barcodes'],
): Promise<void> {
  const barcodes = given.map(({ barcode }) => barcode);
  const { pieces } = report;
  const earlier = new Set<string>();
  for (const [index, barcode] of barcodes.entries()) {
    const problem = findPieceBarcodeProblem(barcode, pattern, earlier);
    const place = `barcodes[${index}].barcode`;
    if (problem === 'repeated')
      throw makeError('pieceBarcodeRepeated', { barcode }, { [place]: { reason: 'repeated' } });
    if (problem)
      throw makeError(
        'pieceBarcodeFormat',
        { barcode, pattern: pattern ?? '' },
        { [place]: { reason: 'notAChoice' } },
      );
    earlier.add(barcode);
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
  await refuseReportedBarcode(tx, report, barcodes);
  await insertReportLines(
    tx,
    'work_report_barcodes',
    report.reportId,
    barcodes.map((barcode) => ({ barcode })),
  );
}
