import { parse } from 'csv-parse/sync';
import { fail } from '#shared/kernel/errors.ts';
import { date, text } from '#shared/kernel/fields.ts';
import { validate } from '#shared/kernel/validate.ts';
import type { Calendar, OfficialDay } from '#shared/rules/holiday-import.ts';

/** Most rows of a file: a calendar has about twenty a year. */
const MAX_ROWS = 20_000;
const KINDS: Readonly<Record<string, OfficialDay['kind']>> = { off: 'statutory', work: 'makeUpWorkday' };
const row = { date: date({ required: true }), name: text({ required: true, max: 100 }) };

/**
 * The days of one country and some years out of a file with the columns country, date, kind (off or work), name.
 * @throws holidayFileWrong naming the line
 */
export function officialDays(csv: string, country: Calendar, years: readonly number[]): OfficialDay[] {
  let rows: Record<string, string>[];
  try {
    rows = parse(csv, { bom: true, columns: true, skip_empty_lines: true, trim: true, to: MAX_ROWS });
  } catch (error) {
    throw fail(
      'holidayFileWrong',
      { line: (error as { lines?: number }).lines ?? 1 },
      { csv: { reason: 'notAList' } },
    );
  }
  return rows.flatMap((given, index) => {
    const kind = KINDS[given['kind'] ?? ''];
    const { values } = validate(row, { date: given['date'], name: given['name'] });
    if (!kind || !values || !given['country'])
      throw fail('holidayFileWrong', { line: index + 2 }, { csv: { reason: 'notAList' } });
    const meant = given['country'] === country && years.includes(Number(values.date.slice(0, 4)));
    return meant ? [{ date: values.date, kind, name: values.name }] : [];
  });
}
