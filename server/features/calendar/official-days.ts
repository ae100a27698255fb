import { parse } from 'csv-parse/sync';
import { makeError } from '#shared/kernel/errors.ts';
import { date, text } from '#shared/kernel/fields.ts';
import { validateRecord } from '#shared/kernel/validate.ts';
import type { OfficialCalendar, OfficialDay } from '#shared/rules/holiday-import.ts';

/** The maximum number of rows of a file. A calendar has about twenty rows per year. */
const MAX_CALENDAR_ROWS = 20_000;
const HOLIDAY_KINDS_BY_CSV_KIND: Readonly<Record<string, OfficialDay['kind']>> = {
  off: 'statutory',
  work: 'makeUpWorkday',
};
const calendarRowFields = { date: date({ required: true }), name: text({ required: true, max: 100 }) };

/**
 * Reads the official days of one country in the given years from the text of a CSV file. The file has the
 * columns country, date, kind (off or work) and name.
 * @throws holidayFileWrong with the number of the wrong line
 */
export function parseOfficialDays(
  csv: string,
  country: OfficialCalendar,
  years: readonly number[],
): OfficialDay[] {
  let rows: { record: Record<string, string>; info: { lines: number } }[];
  try {
    rows = parse(csv, {
      bom: true,
      columns: true,
      skip_empty_lines: true,
      trim: true,
      info: true,
      to: MAX_CALENDAR_ROWS + 1,
    });
  } catch (error) {
    throw makeError(
      'holidayFileWrong',
      { line: (error as { lines?: number }).lines ?? 1 },
      { csv: { reason: 'notAList' } },
    );
  }
  const firstExcessRow = rows[MAX_CALENDAR_ROWS];
  if (firstExcessRow)
    throw makeError('holidayFileWrong', { line: firstExcessRow.info.lines }, { csv: { reason: 'tooMany' } });
  return rows.flatMap(({ record, info }) => {
    const kind = HOLIDAY_KINDS_BY_CSV_KIND[record['kind'] ?? ''];
    const { values } = validateRecord(calendarRowFields, { date: record['date'], name: record['name'] });
    if (!kind || !values || !record['country'])
      throw makeError('holidayFileWrong', { line: info.lines }, { csv: { reason: 'notAList' } });
    const isWanted = record['country'] === country && years.includes(Number(values.date.slice(0, 4)));
    return isWanted ? [{ date: values.date, kind, name: values.name }] : [];
  });
}
