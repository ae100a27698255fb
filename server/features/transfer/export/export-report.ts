import { fail } from '#shared/kernel/errors.ts';
import { validate } from '#shared/kernel/validate.ts';
import type { RawAnswer, RawCall } from '../../../call/raw-route.ts';
import { reportWord, type Report } from '../../../reports/define-report.ts';
import type { Cell } from '../workbook/cell.ts';
import { sheetColumn, type FieldColumn } from '../workbook/columns.ts';
import { fileNameOf } from '../workbook/file-name.ts';
import { ReferenceTexts } from '../workbook/reference-texts.ts';
import { toCells, type Values } from './to-cells.ts';
import { writeWorkbook, XLSX } from '../workbook/write-workbook.ts';

/** The number of rows that are converted before the server handles other requests. */
const BATCH = 500;

/** Exports the rows of a report as a workbook. @throws fieldsInvalid */
export async function exportReport(call: RawCall, report: Report): Promise<RawAnswer> {
  const { db, user, lang, body, progress } = call;
  const given = Object.fromEntries(new URLSearchParams(body.toString('utf8')));
  const query = validate(report.parameters, given);
  if (query.problems) throw fail('fieldsInvalid', {}, query.problems);
  const rows = await report.run(db, user, query.values as never);
  const columns = Object.entries(report.columns)
    .filter(([, column]) => !column.hidden)
    .map(([name, { field, label }]): FieldColumn => {
      const title = reportWord(report, label, lang);
      return { name, field: { ...field, title }, label: null, width: null };
    });
  const references = new ReferenceTexts(db, user.factoryId);
  async function* cells(): AsyncGenerator<Cell[][]> {
    for (let at = 0; at < rows.length; at += BATCH) {
      yield await toCells(
        columns,
        rows.slice(at, at + BATCH) as Values[],
        { lang, zone: user.zone },
        references,
      );
      progress({ phase: 'exporting', done: Math.min(at + BATCH, rows.length), total: rows.length });
    }
  }
  const title = reportWord(report, report.name, lang);
  const sheet = { name: title, columns: columns.map((one) => sheetColumn(one, lang)), rows: cells() };
  return {
    stream: writeWorkbook([sheet]),
    name: fileNameOf(title, user.zone),
    mediaType: XLSX,
    rows: rows.length,
  };
}
