import type { ReactNode } from 'react';
import type { Field } from '#shared/kernel/fields.ts';

/** A column of a table. */
export interface Column<R> {
  readonly name: string;
  readonly title: string;
  readonly unit?: string | undefined;
  /** In pixels; a person may drag it wider. */
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

/** How wide a field's column begins, in pixels. */
export const widthOf = (field: Field): number =>
  field.kind === 'text' && (field.max ?? 200) <= 60 ? 140 : field.time ? 140 : WIDTHS[field.kind];

/** No column is narrower or wider, in pixels. */
export const MIN_WIDTH = 56;
export const MAX_WIDTH = 800;
export const bearableWidth = (width: number): number =>
  Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)));

const HAN = /[\u2e80-\uffef]/;

/** How wide words are in a heading, in pixels: Han characters are as wide as they are high. */
const wordsWidth = (words: string): number =>
  [...words].reduce((sum, character) => sum + (HAN.test(character) ? 13.5 : 8.3), 0);

/** How wide a heading needs to be, in pixels. */
export const headingWidth = (title: string, unit = ''): number =>
  44 + wordsWidth(title + unit) + (unit ? 6 : 0);

/** How wide a column needs to be whose cells say one of these, in pixels; a long one is cut off. */
export const choiceWidth = (choices: readonly string[]): number =>
  Math.min(240, 44 + Math.max(0, ...choices.map(wordsWidth)));

/** Numbers stand right, everything else left. */
export const alignOf = (field: Field): 'start' | 'end' => (field.kind === 'number' ? 'end' : 'start');
