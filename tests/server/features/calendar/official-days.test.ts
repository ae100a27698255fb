import { expect, it } from 'vitest';
import { parseOfficialDays } from '#server/features/calendar/official-days.ts';
import { MesError } from '#shared/kernel/errors.ts';

const CALENDAR_CSV_HEADER = 'country,date,kind,name\n';
const parseOrFindWrongLine = (csv: string): unknown => {
  try {
    return parseOfficialDays(csv, 'CN', [2026]);
  } catch (error) {
    if (!(error instanceof MesError)) throw error;
    return [error.code, error.params['line']];
  }
};

it('names the line of a wrong official day, empty lines counted', () => {
  expect(
    parseOrFindWrongLine(`${CALENDAR_CSV_HEADER}CN,2026-01-01,off,New Year\n\n\nCN,2026-13-01,off,x\n`),
  ).toEqual(['holidayFileWrong', 5]);
});

it('refuses a file with too many rows instead of reading only its beginning', () => {
  const rows = 'CN,2020-01-01,off,New Year\n'.repeat(20_000);
  expect(parseOrFindWrongLine(`${CALENDAR_CSV_HEADER}${rows}`)).toEqual([]);
  expect(parseOrFindWrongLine(`${CALENDAR_CSV_HEADER}${rows}CN,2026-01-01,off,New Year\n`)).toEqual([
    'holidayFileWrong',
    20_002,
  ]);
});
