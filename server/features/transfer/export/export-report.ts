import type { RawAnswer, RawCall } from '../../../call/raw-route.ts';
import { translateReportWord, type Report } from '../../../reports/define-report.ts';
import type { FieldColumn } from '../../../workbook/columns.ts';
import { exportTables, parseExportInput, toTableRows } from '../../../workbook/export-tables.ts';

/** Exports the rows of a report as a workbook. @throws fieldsInvalid */
export async function exportReport(call: RawCall, report: Report): Promise<RawAnswer> {
  const { db, user, lang } = call;
  const rows = await report.run(db, user, parseExportInput(call, report.parameters) as never);
  const columns = Object.entries(report.columns)
    .filter(([, column]) => !column.hidden)
    .map(([name, { field, label }]): FieldColumn => {
      const title = translateReportWord(report, label, lang);
      return { name, field: { ...field, title }, label: null, width: null };
    });
  const title = translateReportWord(report, report.name, lang);
  return exportTables(call, title, [{ title, columns, rows: toTableRows(rows) }]);
}
