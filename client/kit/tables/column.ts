import type { ReactNode } from 'react';
import type { Field } from '#shared/kernel/fields.ts';

/** A column of a table. */
export interface Column<R> {
  readonly name: string;
  readonly title: string;
  readonly unit?: string | undefined;
  /** The default width in pixels; the user can change it. */
  readonly width?: number;
  readonly align?: 'start' | 'center' | 'end';
  readonly sortable?: boolean;
  readonly render: (row: R) => ReactNode;
}

const WIDTHS: Record<Field['kind'], number> = {
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
export const widthOf = (field: Field): number =>
  field.kind === 'text' && (field.max ?? 200) <= 60 ? 140 : field.time ? 140 : WIDTHS[field.kind];

/** The limits of a column's width, in pixels. */
export const MIN_WIDTH = 56;
export const MAX_WIDTH = 800;
export const clampWidth = (width: number): number =>
  Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)));

const HAN = /[\u2e80-\uffef]/;

/** Estimates the width of words in a heading, in pixels: Han characters are as wide as they are high. */
const wordsWidth = (words: string): number =>
  [...words].reduce((sum, character) => sum + (HAN.test(character) ? 13.5 : 8.3), 0);

/** Returns the width that a heading needs, in pixels. */
export const headingWidth = (title: string, unit = ''): number =>
  44 + wordsWidth(title + unit) + (unit ? 6 : 0);

/** Returns the width that the given cell texts need, in pixels; a long text is cut off. */
export const choiceWidth = (choices: readonly string[]): number =>
  Math.min(240, 44 + Math.max(0, ...choices.map(wordsWidth)));

/** Numbers are aligned right, everything else left. */
export const alignOf = (field: Field): 'start' | 'end' => (field.kind === 'number' ? 'end' : 'start');
