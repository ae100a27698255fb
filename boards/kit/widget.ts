import type { ComponentType } from 'react';
import type { FieldMap, Labelled, ValuesOf } from '#shared/kernel/fields.ts';
import type { NoWords, Words } from '#shared/kernel/lang.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import type { TermKey } from '#shared/terms/index.ts';
import type { BoardVariable } from './board.ts';

/** What a board is narrowed to, by name. */
export type Variables = { readonly [name in BoardVariable]?: string };

/** The report that feeds a widget, with its parameters as the wire's text. */
interface WidgetSource {
  readonly path: string;
  readonly params: Record<string, string>;
}

/** What a widget draws from. It fetches nothing and knows no socket. */
export interface WidgetProps<S> {
  readonly settings: S;
  /** In no order; the same array until something changes. */
  readonly rows: readonly ReportRow[];
  /** Whether rows ever came: until then every value is unknown, which is "—" and never 0. */
  readonly known: boolean;
}

interface Declared<F extends FieldMap, W extends Words> {
  readonly type: string;
  /** Of the settings; a change that old boards do not bear comes with a step in `upgrade`. */
  readonly version: number;
  readonly title: TermKey | NoInfer<keyof W & string>;
  /** The words that only this widget uses; its title and the names of its settings can be among them. */
  readonly words?: W;
  /** In cells of a 24 by 24 stage. */
  readonly size: { readonly w: number; readonly h: number; readonly minW: number; readonly minH: number };
  readonly settings: F & Labelled<F, NoInfer<keyof W>>;
  readonly source: (settings: ValuesOf<F>, variables: Variables) => WidgetSource;
  readonly Component: ComponentType<WidgetProps<ValuesOf<F>>>;
  /** Turns settings of an older version into those of this one. */
  readonly upgrade?: (settings: Record<string, unknown>, from: number) => Record<string, unknown>;
}

type Settings = ValuesOf<FieldMap>;

/** A widget as the board knows it: its settings are checked against their fields before it sees them. */
export interface Widget extends Omit<Declared<FieldMap, Words>, 'settings' | 'source' | 'Component'> {
  readonly settings: FieldMap;
  readonly source: (settings: Settings, variables: Variables) => WidgetSource;
  readonly Component: ComponentType<WidgetProps<Settings>>;
}

/**
 * Declares a widget: what it is called, what can be set, which report feeds it, and its drawing. A title or a setting
 * without a word does not compile, nor does a word that a language lacks.
 */
export const defineWidget = <const F extends FieldMap, const W extends Words = NoWords>(
  widget: Declared<F, W>,
): Widget => widget as unknown as Widget;
