import type { Field } from '#shared/kernel/fields.ts';
import { LANGS } from '#shared/kernel/lang.ts';
import { normalizeNumberText, parseDateTime, toHalfWidth } from '#shared/kernel/typed-text.ts';
import type { FieldProblemReason } from '#shared/kernel/validate.ts';
import { localTimeToInstant } from '#shared/rules/wall-clock.ts';
import { translateTerm, type TermKey } from '#shared/terms/index.ts';
import { DAYS_FROM_1900_TO_1904, toLocalTime } from '../../../workbook/cell.ts';
import type { ImportProblemName } from './problems.ts';
import type { UploadedCell } from '../../../workbook/read-workbook.ts';

/**
 * A parsed cell: its value, or the reason why it cannot be parsed. The value of a reference is still the text of
 * the cell.
 */
type ParsedCell = { value: unknown } | { reason: ImportProblemName } | { fieldProblem: FieldProblemReason };

/** The date system of the sheet, and the factory's time zone. */
export interface ParseOptions {
  is1904: boolean;
  zone: string;
}

/**
 * Numbers of this size or larger are not exact. Spreadsheet programs store only 15 digits, so a longer number, such
 * as an identity number, has lost digits.
 */
const FIRST_INEXACT_NUMBER = 1e15;

/** Formats a number with at most 15 significant digits and without an exponent. */
function formatDecimal(value: number): string {
  const roundedValue = Number(value.toPrecision(15));
  const text = String(roundedValue);
  return text.includes('e') ? roundedValue.toFixed(15).replace(/\.?0+$/, '') : text;
}

const lowerCaseTermsByKey = new Map<string, string>();

/** Finds the choice whose key or name in any language is the text; null if there is none. */
function parseChoice(choices: readonly TermKey[], text: string): string | null {
  const normalizedText = toHalfWidth(text).trim().toLowerCase();
  for (const choice of choices) {
    if (choice.toLowerCase() === normalizedText) return choice;
    for (const lang of LANGS) {
      const key = `${lang} ${choice}`;
      const word = lowerCaseTermsByKey.get(key) ?? toHalfWidth(translateTerm(lang, choice)).toLowerCase();
      lowerCaseTermsByKey.set(key, word);
      if (word === normalizedText) return choice;
    }
  }
  return null;
}

const FLAGS_BY_TEXT: Readonly<Record<string, boolean>> = {
  ...Object.fromEntries(LANGS.map((lang) => [translateTerm(lang, 'yes').toLowerCase(), true])),
  ...Object.fromEntries(LANGS.map((lang) => [translateTerm(lang, 'no').toLowerCase(), false])),
  true: true,
  false: false,
  y: true,
  n: false,
  '1': true,
  '0': false,
  '√': true,
  '×': false,
};

/** Matches a day that is written as eight digits, such as 20260305. Excel has no serial number that is this large. */
const EIGHT_DIGIT_DAY_PATTERN = /^(\d{4})(\d{2})(\d{2})$/;
/** Matches the serial number of a day from 1954 to 2173 that a spreadsheet program has stored as text. */
const SERIAL_NUMBER_TEXT_PATTERN = /^[2-9]\d{4}(\.\d+)?$/;

/** Parses a text as a local date or time; null if it is neither. */
function parseDateText(text: string, daysOffset: number): string | null {
  const typedText = toHalfWidth(text).trim();
  if (SERIAL_NUMBER_TEXT_PATTERN.test(typedText)) return toLocalTime(Number(typedText) + daysOffset);
  return parseDateTime(typedText.replace(EIGHT_DIGIT_DAY_PATTERN, '$1-$2-$3'));
}

function parseDateCell(
  field: Field,
  cell: NonNullable<UploadedCell>,
  { is1904, zone }: ParseOptions,
): ParsedCell {
  const [kind, value] = cell;
  if (kind === 's' && field.time && value.endsWith('Z')) return { value };
  const daysOffset = is1904 ? DAYS_FROM_1900_TO_1904 : 0;
  const isEightDigitDay = kind === 'n' && EIGHT_DIGIT_DAY_PATTERN.test(String(value));
  const localTime =
    kind === 's' || isEightDigitDay
      ? parseDateText(String(value), daysOffset)
      : kind === 'd' || kind === 'n'
        ? toLocalTime(value + daysOffset)
        : null;
  if (localTime === null) return { fieldProblem: 'notADate' };
  if (!field.time) return { value: localTime.slice(0, 10) };
  // The time is rounded to seconds, because a serial number is not exact to the millisecond.
  const roundedDate = new Date(Math.round(Date.parse(`${localTime}Z`) / 1000) * 1000);
  const instant = Number.isNaN(roundedDate.getTime())
    ? null
    : localTimeToInstant(roundedDate.toISOString().slice(0, 19), zone);
  return instant === null ? { fieldProblem: 'notADate' } : { value: instant };
}

function parseTextCell(cell: NonNullable<UploadedCell>): ParsedCell {
  const [kind, value] = cell;
  if (kind === 's') return { value };
  if (kind === 'd') return { reason: 'dateAsText' };
  if (kind !== 'n') return { fieldProblem: 'notText' };
  return Math.abs(value) >= FIRST_INEXACT_NUMBER ? { reason: 'digitsLost' } : { value: formatDecimal(value) };
}

function parseNumberCell(cell: NonNullable<UploadedCell>): ParsedCell {
  const [kind, value] = cell;
  if (kind === 'n') return { value: formatDecimal(value) };
  if (kind !== 's') return { fieldProblem: 'notANumber' };
  return { value: normalizeNumberText(value) };
}

/** Parses a cell as the value of a field; null if the cell is empty. */
export function parseCell(field: Field, cell: UploadedCell, parseOptions: ParseOptions): ParsedCell | null {
  if (cell === null) return null;
  const [kind, value] = cell;
  if (kind === 'e') return { reason: 'errorValue' };
  if (kind === 'f') return { reason: 'formula' };
  if (kind === 's' && value.trim() === '') return null;
  switch (field.kind) {
    case 'number':
      return parseNumberCell(cell);
    case 'date':
      return parseDateCell(field, cell, parseOptions);
    case 'flag': {
      const flag = FLAGS_BY_TEXT[toHalfWidth(String(value)).trim().toLowerCase()];
      return flag === undefined ? { fieldProblem: 'notAFlag' } : { value: flag };
    }
    case 'choice': {
      const parsed = parseTextCell(cell);
      if (!('value' in parsed)) return parsed;
      const choice = parseChoice(field.choices!, parsed.value as string);
      return choice === null ? { fieldProblem: 'notAChoice' } : { value: choice };
    }
    default: {
      const parsed = parseTextCell(cell);
      return 'value' in parsed ? { value: (parsed.value as string).trim() } : parsed;
    }
  }
}
