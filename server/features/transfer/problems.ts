import type { Lang } from '#shared/kernel/lang.ts';
import type { ImportProblem } from '#shared/rules/transfer.ts';
import { term, type TermKey } from '#shared/terms/index.ts';
import { columnLetters } from './cell.ts';

/** Problems that are listed; with more, only their number is told. */
const MOST_LISTED = 1000;

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
  private readonly listed: ImportProblem[] = [];
  readonly lang: Lang;
  count = 0;

  constructor(lang: Lang) {
    this.lang = lang;
  }

  /** @param value what stands there */
  add(at: At, value: unknown, reason: string): void {
    this.count += 1;
    if (this.listed.length >= MOST_LISTED) return;
    this.listed.push({
      sheet: at.sheet,
      row: at.row,
      place: at.index === null ? null : columnLetters(at.index),
      column: at.column,
      value: value === null || value === undefined ? null : `${value as string | number}`.slice(0, 100),
      reason,
    });
  }

  /** Those that are listed, from the top of each sheet down. */
  inOrder(): ImportProblem[] {
    const sheets = [...new Set(this.listed.map(({ sheet }) => sheet))];
    return this.listed.toSorted(
      (a, b) =>
        sheets.indexOf(a.sheet) - sheets.indexOf(b.sheet) ||
        (a.row ?? 0) - (b.row ?? 0) ||
        (a.place ?? '').localeCompare(b.place ?? ''),
    );
  }

  say(at: At, value: unknown, reason: ImportReason, params?: Record<string, unknown>): void {
    this.add(at, value, term(this.lang, `importProblem.${reason}`, params));
  }
}
