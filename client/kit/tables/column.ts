import type { ReactNode } from 'react';
import type { Field } from '#shared/kernel/fields.ts';

/** A column of a table. */
export interface Column<R> {
  readonly name: string;
  readonly title: string;
  readonly unit?: string | undefined;
  /** The default width in pixels. The user can change the width. */
  readonly width?: number;
  /** Whether the column also takes width that the table leaves free, up to MAX_GROWN_COLUMN_WIDTH_PX in all. */
  readonly grows?: boolean;
  readonly align?: 'start' | 'center' | 'end';
  readonly sortable?: boolean;
  /** Whether the column, the last of its table, stays visible while the table scrolls sideways. */
  readonly isPinnedToEnd?: boolean;
  readonly render: (row: R) => ReactNode;
}

const COLUMN_WIDTHS_PX_BY_KIND: Record<Field['kind'], number> = {
  text: 180,
  number: 110,
  date: 120,
  choice: 130,
  flag: 90,
  ref: 160,
  refs: 200,
  lines: 100,
  file: 100,
};

/** Returns the default width of a field's column, in pixels. */
export const getDefaultWidth = (field: Field): number =>
  field.kind === 'text' && (field.max ?? 200) <= 60
    ? 140
    : field.time
      ? 140
      : COLUMN_WIDTHS_PX_BY_KIND[field.kind];

/** Returns the class of the column's cells. */
export const getCellClass = ({
  align = 'start',
  isPinnedToEnd,
}: Pick<Column<never>, 'align' | 'isPinnedToEnd'>): string =>
  `cell-${align}${isPinnedToEnd ? ' end-cell' : ''}`;

/** The minimum and maximum width of a column, in pixels. */
export const MIN_COLUMN_WIDTH_PX = 56;
export const MAX_COLUMN_WIDTH_PX = 800;
/** The maximum width of a column that takes free width, in pixels: about 30 Chinese characters. */
export const MAX_GROWN_COLUMN_WIDTH_PX = 440;
export const clampColumnWidth = (width: number): number =>
  Math.round(Math.min(MAX_COLUMN_WIDTH_PX, Math.max(MIN_COLUMN_WIDTH_PX, width)));

/** Returns the default width of a column, in pixels. */
export const getColumnWidth = ({ width = 140 }: Pick<Column<never>, 'width'>): number => width;

/** Returns the width of a column that takes the free width of its table, in pixels. */
export const growColumnWidth = (column: Pick<Column<never>, 'width'>, freeWidth: number): number =>
  Math.max(getColumnWidth(column), Math.min(getColumnWidth(column) + freeWidth, MAX_GROWN_COLUMN_WIDTH_PX));

const WIDE_CHARACTER_PATTERN = /[\u2e80-\uffef]/;

/**
 * Estimates the width of a text in pixels. Chinese and Japanese characters are wider than others.
 */
const estimateWidthOfText = (text: string): number =>
  Math.ceil(
    [...text].reduce((sum, character) => sum + (WIDE_CHARACTER_PATTERN.test(character) ? 13.5 : 8.3), 0),
  );

/** Estimates the width in pixels of a column that shows its whole heading. */
export const estimateHeadingWidth = (title: string, unit = ''): number =>
  44 + estimateWidthOfText(title + unit) + (unit ? 6 : 0);

/** Estimates the width in pixels of a column with these choices. The maximum is 240. */
export const estimateChoiceWidth = (choices: readonly string[]): number =>
  Math.min(240, 44 + Math.max(0, ...choices.map(estimateWidthOfText)));

/** Estimates the width in pixels of a column, from its longest cell text. */
export const estimateTextColumnWidth = (longestText: string): number => 28 + estimateWidthOfText(longestText);
