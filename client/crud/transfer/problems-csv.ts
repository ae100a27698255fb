import type { ImportProblem } from '#shared/answers/transfer.ts';
import type { Translate } from '#client/kit/words/t.ts';

/** A text that a spreadsheet would compute is led by an apostrophe: in a csv it has no other way to be a text. */
const defused = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

const cell = (value: string | number | null): string =>
  value === null ? '' : `"${defused(String(value)).replaceAll('"', '""')}"`;

/** The problems of a workbook as a list that a spreadsheet opens. */
export function problemsCsv(problems: readonly ImportProblem[], t: Translate): Blob {
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
  const lines = [heading, ...rows].map((cells) => cells.map(cell).join(','));
  // Without the mark at its beginning, spreadsheet programs read it in the encoding of the country.
  return new Blob(['\ufeff', lines.join('\r\n')], { type: 'text/csv' });
}
