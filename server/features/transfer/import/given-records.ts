import type { KnownSheet } from './headings.ts';
import type { At, Problems } from './problems.ts';
import { placeOf, type GivenRow } from './read-rows.ts';

/** What the sheets say of a row, its owned rows included. */
export interface Said {
  row: GivenRow;
  /** The owned rows that the workbook gives it, by field. */
  lines: Map<string, { known: KnownSheet; rows: GivenRow[] }>;
}

export function givenByKey(
  main: readonly GivenRow[],
  mainSheet: KnownSheet,
  key: string,
  problems: Problems,
): Map<string, Said> {
  const found = new Map<string, Said>();
  for (const row of main) {
    const other = found.get(row.key);
    if (other) problems.say(placeOf(mainSheet, row.at, key), row.key, 'repeatedIn', { row: other.row.at });
    else found.set(row.key, { row, lines: new Map() });
  }
  return found;
}

export function addLines(
  all: ReadonlyMap<string, Said>,
  known: KnownSheet,
  rows: readonly GivenRow[],
  key: string,
  problems: Problems,
) {
  for (const row of rows) {
    const owner = all.get(row.key);
    if (!owner) {
      problems.say(placeOf(known, row.at, key), row.key, 'noOwner', { key: row.key });
      continue;
    }
    const its = owner.lines.get(known.lines!) ?? { known, rows: [] };
    owner.lines.set(known.lines!, its);
    its.rows.push(row);
  }
}

/** No two rows of a workbook share what no two rows of the factory share. */
export function refuseRepeated(
  sheet: KnownSheet,
  rows: readonly GivenRow[],
  key: string,
  problems: Problems,
): void {
  for (const { name, field, ignored } of sheet.fields) {
    if (ignored || name === key || field.kind !== 'text' || field.unique === false) continue;
    const seen = new Map<unknown, number>();
    for (const { at, values } of rows) {
      const value = values[name] ?? null;
      if (value === null) continue;
      const other = seen.get(value);
      if (other !== undefined) problems.say(placeOf(sheet, at, name), value, 'repeatedIn', { row: other });
      else seen.set(value, at);
    }
  }
}

/** A field of an owned row, as problems name it: `shifts[2].startsAt`. */
export const LINE = /^(\w+)\[(\d+)\](?:\.(\w+))?$/;

/** Where a problem of a record stands: on the main sheet, or on that of its owned rows. */
export function atOf({ row, lines }: Said, main: KnownSheet): (name: string) => At {
  return (name) => {
    const [, field, index, inner] = LINE.exec(name) ?? [];
    const its = field === undefined ? undefined : lines.get(field);
    const line = its?.rows[Number(index)];
    return its && line ? placeOf(its.known, line.at, inner ?? '') : placeOf(main, row.at, name);
  };
}

/** The value under a problem's name, as far as there is one to show. */
export function shown(values: Readonly<Record<string, unknown>>, name: string): unknown {
  const [, field, index, inner] = LINE.exec(name) ?? [];
  const value =
    field === undefined
      ? values[name]
      : (values[field] as Record<string, unknown>[] | undefined)?.[Number(index)]?.[inner ?? ''];
  return typeof value === 'object' ? null : value;
}
