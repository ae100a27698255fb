import type { Lang } from '#shared/kernel/lang.ts';
import type { FrequentProblem, ImportProblem } from '#shared/answers/transfer.ts';
import { translateTerm, type TermKey } from '#shared/terms/index.ts';
import { toColumnLetters } from '../../../workbook/cell.ts';

/** The maximum number of listed problems. All other problems are only counted. */
const MAX_LISTED_PROBLEMS = 5000;
/** The number of occurrences from which a problem is summarized as frequent. */
const MIN_COUNT_OF_FREQUENT_PROBLEM = 10;

const MAX_FREQUENT_PROBLEMS = 5;
/** The maximum number of distinct problems that are counted. */
const MAX_DISTINCT_PROBLEMS = 5000;

/** A cell or a column of a sheet, or a whole sheet. */
export interface SheetLocation {
  readonly sheet: string;
  readonly row: number | null;
  /** The index of the column, from 0; null if the sheet does not have the column. */
  readonly index: number | null;
  readonly column: string | null;
}

/**
 * The names of the problems that only workbooks can have. Each has a term `importProblem.<name>`.
 */
export type ImportProblemName =
  Extract<TermKey, `importProblem.${string}`> extends `importProblem.${infer R}` ? R : never;

/** Collects the problems of a workbook, with messages in the user's language. */
export class ImportProblems {
  private listedProblems: ImportProblem[] = [];
  private readonly countedProblems = new Map<string, FrequentProblem>();
  readonly lang: Lang;
  private readonly sheetNames: readonly string[];
  count = 0;

  /** @param sheetNames the names of the sheets in the order of the workbook */
  constructor(lang: Lang, sheetNames: readonly string[] = []) {
    this.lang = lang;
    this.sheetNames = sheetNames;
  }

  /**
   * Adds a problem.
   * @param value the value of the cell
   * @param reason the message to the user
   */
  add(location: SheetLocation, value: unknown, reason: string): void {
    this.count += 1;
    const { sheet, row, column } = location;
    const place = location.index === null ? null : toColumnLetters(location.index);
    const key = JSON.stringify([sheet, place, reason]);
    const count = (this.countedProblems.get(key)?.count ?? 0) + 1;
    if (count > 1 || this.countedProblems.size < MAX_DISTINCT_PROBLEMS)
      this.countedProblems.set(key, { sheet, place, column, reason, count });
    this.listedProblems.push({
      sheet,
      row,
      place,
      column,
      value: value === null || value === undefined ? null : `${value as string | number}`.slice(0, 100),
      reason,
    });
    // Problems do not arrive sorted by row, so the list is sorted before it is shortened.
    if (this.listedProblems.length >= 2 * MAX_LISTED_PROBLEMS) this.listedProblems = this.getSortedProblems();
  }

  /** Returns the listed problems, sorted by sheet, row and column. The sheets have the order of the workbook. */
  getSortedProblems(): ImportProblem[] {
    const sheets = [...new Set([...this.sheetNames, ...this.listedProblems.map(({ sheet }) => sheet)])];
    const comparePlaces = (a: string, b: string) => a.length - b.length || a.localeCompare(b);
    return this.listedProblems
      .toSorted(
        (a, b) =>
          sheets.indexOf(a.sheet) - sheets.indexOf(b.sheet) ||
          (a.row ?? 0) - (b.row ?? 0) ||
          comparePlaces(a.place ?? '', b.place ?? ''),
      )
      .slice(0, MAX_LISTED_PROBLEMS);
  }

  /**
   * Returns at most MAX_FREQUENT_PROBLEMS problems that many rows have. The most frequent problem comes
   * first.
   */
  getFrequentProblems(): FrequentProblem[] {
    return [...this.countedProblems.values()]
      .filter(({ count }) => count >= MIN_COUNT_OF_FREQUENT_PROBLEM)
      .toSorted((a, b) => b.count - a.count)
      .slice(0, MAX_FREQUENT_PROBLEMS);
  }

  addByName(
    location: SheetLocation,
    value: unknown,
    name: ImportProblemName,
    params?: Record<string, unknown>,
  ): void {
    this.add(location, value, translateTerm(this.lang, `importProblem.${name}`, params));
  }
}
