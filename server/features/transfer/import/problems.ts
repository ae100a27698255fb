import type { Lang } from '#shared/kernel/lang.ts';
import type { FrequentProblem, ImportProblem } from '#shared/answers/transfer.ts';
import { term, type TermKey } from '#shared/terms/index.ts';
import { columnLetters } from '../workbook/cell.ts';

/** Problems that are listed; with more, only their number is told. */
const MAX_LISTED = 5000;
/** A problem that so many rows have is said once for all of them. */
const OFTEN = 10;
/** As many of those are said. */
const MAX_FREQUENT = 5;
/** As many different ones are counted: a file that has more of them has none that is the matter with it. */
const MAX_COUNTED = 5000;

/** A heading of a sheet that stands for a field, and the column in which it stands. */
export interface At {
  readonly sheet: string;
  readonly row: number | null;
  /** From 0; null where the sheet has no such column. */
  readonly index: number | null;
  readonly column: string | null;
}

/** The kinds of problems that only a workbook has, as the terms name them. */
export type ImportReason =
  Extract<TermKey, `importProblem.${string}`> extends `importProblem.${infer R}` ? R : never;

/** Gathers what is wrong with a workbook, in its reader's words. */
export class Problems {
  private listed: ImportProblem[] = [];
  private readonly counted = new Map<string, FrequentProblem>();
  readonly lang: Lang;
  count = 0;

  constructor(lang: Lang) {
    this.lang = lang;
  }

  /** @param value what stands there */
  add(at: At, value: unknown, reason: string): void {
    this.count += 1;
    const { sheet, row, column } = at;
    const place = at.index === null ? null : columnLetters(at.index);
    const key = JSON.stringify([sheet, place, reason]);
    const count = (this.counted.get(key)?.count ?? 0) + 1;
    if (count > 1 || this.counted.size < MAX_COUNTED)
      this.counted.set(key, { sheet, place, column, reason, count });
    this.listed.push({
      sheet,
      row,
      place,
      column,
      value: value === null || value === undefined ? null : `${value as string | number}`.slice(0, 100),
      reason,
    });
    // References are looked at after everything else: what stands at the top of a sheet may be found last.
    if (this.listed.length >= 2 * MAX_LISTED) this.listed = this.inOrder();
  }

  /** Those that are listed, the first of all, from the top of each sheet down. */
  inOrder(): ImportProblem[] {
    const sheets = [...new Set(this.listed.map(({ sheet }) => sheet))];
    const byPlace = (a: string, b: string) => a.length - b.length || a.localeCompare(b);
    return this.listed
      .toSorted(
        (a, b) =>
          sheets.indexOf(a.sheet) - sheets.indexOf(b.sheet) ||
          (a.row ?? 0) - (b.row ?? 0) ||
          byPlace(a.place ?? '', b.place ?? ''),
      )
      .slice(0, MAX_LISTED);
  }

  /** Those that many rows have. */
  mostFrequent(): FrequentProblem[] {
    return [...this.counted.values()]
      .filter(({ count }) => count >= OFTEN)
      .toSorted((a, b) => b.count - a.count)
      .slice(0, MAX_FREQUENT);
  }

  say(at: At, value: unknown, reason: ImportReason, params?: Record<string, unknown>): void {
    this.add(at, value, term(this.lang, `importProblem.${reason}`, params));
  }
}
