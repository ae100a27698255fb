import type { Field } from '#shared/kernel/fields.ts';
import { LANGS } from '#shared/kernel/lang.ts';
import type { FieldReason } from '#shared/kernel/validate.ts';
import { instantOf } from '#shared/rules/wall-clock.ts';
import { term, type TermKey } from '#shared/terms/index.ts';
import { BEHIND_1904, wallOf } from '../workbook/cell.ts';
import type { ImportReason } from './problems.ts';
import type { ReadCell } from '../workbook/read-workbook.ts';

/** What a cell says: a value for the field's own check, or why it says nothing. References stay texts. */
type Said = { value: unknown } | { reason: ImportReason } | { field: FieldReason };

/** How the sheet counts its days, and the zone of the factory. */
export interface Reading {
  is1904: boolean;
  zone: string;
}

/** Figures and letters of full width as they are typed with an input method, and the wide space. */
export const halfWidth = (text: string): string =>
  text
    .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replaceAll('\u3000', ' ');

/** More digits than this no spreadsheet keeps: an identity number that was typed as a number is not what was typed. */
const SAFE = 1e15;

/** A number as a person would type it: binary fractions as the sheet shows them, no exponent. */
function decimal(value: number): string {
  const exact = Number(value.toPrecision(15));
  const text = String(exact);
  return text.includes('e') ? exact.toFixed(15).replace(/\.?0+$/, '') : text;
}

const words = new Map<string, string>();

/** The choice that a word means, in any language. */
function choiceOf(choices: readonly TermKey[], text: string): string | null {
  const wanted = halfWidth(text).trim().toLowerCase();
  for (const choice of choices) {
    if (choice.toLowerCase() === wanted) return choice;
    for (const lang of LANGS) {
      const key = `${lang} ${choice}`;
      const word = words.get(key) ?? halfWidth(term(lang, choice)).toLowerCase();
      words.set(key, word);
      if (word === wanted) return choice;
    }
  }
  return null;
}

const FLAGS: Readonly<Record<string, boolean>> = {
  ...Object.fromEntries(LANGS.map((lang) => [term(lang, 'yes').toLowerCase(), true])),
  ...Object.fromEntries(LANGS.map((lang) => [term(lang, 'no').toLowerCase(), false])),
  true: true,
  false: false,
  y: true,
  n: false,
  '1': true,
  '0': false,
  '√': true,
  '×': false,
};

const DAY =
  /^(\d{4})(?:-|\/|\.|年)(\d{1,2})(?:-|\/|\.|月)(\d{1,2})日?(?:[ T]+(\d{1,2}):(\d{2})(?::(\d{2})(\.\d{1,3})?)?)?$/;

/** A day, or a time on the wall, that was typed as text. */
function wallIn(text: string): string | null {
  const found = DAY.exec(halfWidth(text).trim());
  if (!found) return null;
  const [, year, month, day, hour = '0', minute = '00', second = '00', part = ''] = found;
  const two = (digits: string) => digits.padStart(2, '0');
  return `${year}-${two(month!)}-${two(day!)}T${two(hour)}:${minute}:${second}${part}`;
}

function timeOf(field: Field, cell: NonNullable<ReadCell>, { is1904, zone }: Reading): Said {
  const [kind, value] = cell;
  if (kind === 's' && field.time && value.endsWith('Z')) return { value };
  const wall =
    kind === 's'
      ? wallIn(value)
      : kind === 'd' || kind === 'n'
        ? wallOf(value + (is1904 ? BEHIND_1904 : 0))
        : null;
  if (wall === null) return { field: 'notADate' };
  if (!field.time) return { value: wall.slice(0, 10) };
  // Fractions of a second: a serial number is not exact to the millisecond.
  const rounded = new Date(Math.round(Date.parse(`${wall}Z`) / 1000) * 1000);
  const instant = Number.isNaN(rounded.getTime())
    ? null
    : instantOf(rounded.toISOString().slice(0, 19), zone);
  return instant === null ? { field: 'notADate' } : { value: instant };
}

function textOf(cell: NonNullable<ReadCell>): Said {
  const [kind, value] = cell;
  if (kind === 's') return { value };
  if (kind === 'd') return { reason: 'dateAsText' };
  if (kind !== 'n') return { field: 'notText' };
  return Math.abs(value) >= SAFE ? { reason: 'digitsLost' } : { value: decimal(value) };
}

function numberOf(cell: NonNullable<ReadCell>): Said {
  const [kind, value] = cell;
  if (kind === 'n') return { value: decimal(value) };
  if (kind !== 's') return { field: 'notANumber' };
  const text = halfWidth(value).trim();
  return { value: /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text };
}

/** What a cell says of a field; null where it is empty. */
export function fromCell(field: Field, cell: ReadCell, reading: Reading): Said | null {
  if (cell === null) return null;
  const [kind, value] = cell;
  if (kind === 'e') return { reason: 'errorValue' };
  if (kind === 'f') return { reason: 'formula' };
  if (kind === 's' && value.trim() === '') return null;
  switch (field.kind) {
    case 'number':
      return numberOf(cell);
    case 'date':
      return timeOf(field, cell, reading);
    case 'flag': {
      const flag = FLAGS[halfWidth(String(value)).trim().toLowerCase()];
      return flag === undefined ? { field: 'notAFlag' } : { value: flag };
    }
    case 'choice': {
      const said = textOf(cell);
      if (!('value' in said)) return said;
      const choice = choiceOf(field.choices!, said.value as string);
      return choice === null ? { field: 'notAChoice' } : { value: choice };
    }
    default: {
      const said = textOf(cell);
      return 'value' in said ? { value: (said.value as string).trim() } : said;
    }
  }
}
