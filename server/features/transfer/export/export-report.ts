import { fail } from '#shared/kernel/errors.ts';
import { validateRecord } from '#shared/kernel/validate.ts';
import type { RawAnswer, RawCall } from '../../../call/raw-route.ts';
import { translateReportWord, type Report } from '../../../reports/define-report.ts';
import type { Cell } from '../workbook/cell.ts';
import { createSheetColumn, type FieldColumn } from '../workbook/columns.ts';
import { buildWorkbookFileName } from '../workbook/file-name.ts';
import { ReferenceTexts } from '../workbook/reference-texts.ts';
import { toCells, type RowValues } from './to-cells.ts';
import { writeWorkbook, XLSX_MEDIA_TYPE } from '../workbook/write-workbook.ts';

/** The number of rows that are converted before the server handles other requests. */
const ROWS_PER_BATCH = 500;

/** Exports the rows of a report as a workbook. @throws fieldsInvalid */
export async function exportReport(call: RawCall, report: Report): Promise<RawAnswer> {
  const { db, user, lang, body, progress } = call;
  const given = Object.fromEntries(new URLSearchParams(body.toString('utf8')));
  const query = validateRecord(report.parameters, given);
  if (query.problems) throw fail('fieldsInvalid', {}, query.problems);
  const rows = await report.run(db, user, query.values as never);
  const columns = Object.entries(report.columns)
    .filter(([, column]) => !column.hidden)
    .map(([name, { field, label }]): FieldColumn => {
      const title = translateReportWord(report, label, lang);
      return { name, field: { ...field, title }, label: null, width: null };
    });
  const references = new ReferenceTexts(db, user.factoryId);
  async function* cells(): AsyncGenerator<Cell[][]> {
    for (let at = 0; at < rows.length; at += ROWS_PER_BATCH) {
      yield await toCells(
        columns,
        rows.slice(at, at + ROWS_PER_BATCH) as RowValues[],
        { lang, zone: user.zone },
        references,
      );
      progress({ phase: 'exporting', done: Math.min(at + ROWS_PER_BATCH, rows.length), total: rows.length });
    }
  }
  const title = translateReportWord(report, report.name, lang);
  const sheet = { name: title, columns: columns.map((one) => createSheetColumn(one, lang)), rows: cells() };
  return {
    stream: writeWorkbook([sheet]),
    name: buildWorkbookFileName(title, user.zone),
    mediaType: XLSX_MEDIA_TYPE,
    rows: rows.length,
  };
}
