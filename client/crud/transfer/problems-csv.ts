import type { ImportProblem } from '#shared/answers/transfer.ts';
import type { Translate } from '#client/kit/words/t.ts';

/** Puts an apostrophe before a text that a spreadsheet program would evaluate as a formula. */
const escapeFormula = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

const formatCsvCell = (value: string | number | null): string =>
  value === null ? '' : `"${escapeFormula(String(value)).replaceAll('"', '""')}"`;

/** Writes the problems of a workbook as a CSV file for spreadsheet programs. */
export function makeProblemsCsv(problems: readonly ImportProblem[], t: Translate): Blob {
  const heading = [
    t('problemSheet'),
    t('problemRow'),
    t('problemColumn'),
    t('problemValue'),
    t('problemReason'),
  ];
  const rows = problems.map(({ sheet, row, place, column, value, reason }) => [
    sheet,
    row,
    [place, column].filter(Boolean).join(' '),
    value,
    reason,
  ]);
  const lines = [heading, ...rows].map((cells) => cells.map(formatCsvCell).join(','));
  // The byte order mark makes spreadsheet programs read the file as UTF-8 instead of a regional
  // encoding.
  return new Blob(['\ufeff', lines.join('\r\n')], { type: 'text/csv' });
}
