import type { ComponentType } from 'react';
import type { FieldMap, LabelledFields, RecordValues } from '#shared/kernel/fields.ts';
import type { NoTerms, TermsByKey } from '#shared/kernel/lang.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import type { TermKey } from '#shared/terms/index.ts';
import type { InputProps } from '#client/kit/fields/input-props.ts';
import type { Translate } from '#client/kit/words/t.ts';
import type { BoardVariable } from '#shared/boards/board.ts';

/** The areas by which the palette groups the widgets. Each area `x` has the term `widgetArea.x`. */
export const WIDGET_AREAS = [
  'production',
  'orders',
  'devices',
  'calls',
  'quality',
  'people',
  'text',
] as const;
export type WidgetArea = (typeof WIDGET_AREAS)[number];

/** The values of a board's variables, by variable. */
export type BoardVariableValues = { readonly [name in BoardVariable]?: string };

/** The path of the report whose rows a widget shows, with its parameters as strings. */
export interface WidgetSource {
  readonly path: string;
  readonly params: Record<string, string>;
}

/** The props of a widget. A widget gets its rows as a prop, and fetches nothing itself. */
export interface WidgetProps<S> {
  readonly settings: S;
  /** The rows in no particular order. The array is the same object until a row changes. */
  readonly rows: readonly ReportRow[];
  /**
   * Whether the rows have arrived. Before they arrive, a widget must not show 0 for a value that it does not know.
   */
  readonly areRowsKnown: boolean;
}

interface WidgetDeclaration<F extends FieldMap, W extends TermsByKey> {
  readonly type: string;
  /**
   * The version of the settings. A change that makes older settings invalid needs a new version and an `upgrade`.
   */
  readonly version: number;
  readonly title: TermKey | NoInfer<keyof W & string>;
  /**
   * The title of a tile, if it depends on the settings or on whether the tile shows a past day. A tile with
   * the title '' has no head. Screen readers then get the title of the widget.
   */
  readonly heading?: (
    settings: RecordValues<F>,
    t: Translate<NoInfer<keyof W & string>>,
    isOfPastDay: boolean,
  ) => string;
  /** The title of a tile that shows a past day. It is needed if the text of `title` mentions today. */
  readonly titleOfPastDay?: TermKey | NoInfer<keyof W & string>;
  readonly area: WidgetArea;
  /** The words that only this widget uses. They may include its title and the names of its settings. */
  readonly words?: W;
  /** The default and the minimum size, in cells of a 24 × 24 stage. */
  readonly size: { readonly w: number; readonly h: number; readonly minW: number; readonly minH: number };
  readonly settings: F & LabelledFields<F, NoInfer<keyof W>>;
  /** The inputs of settings for which the designer has no suitable input. */
  readonly inputs?: { readonly [name in keyof F]?: ComponentType<InputProps> };
  /**
   * The report whose rows the widget shows; absent for a widget without data, such as a text. It returns null if the
   * widget needs no data with these settings.
   */
  readonly source?: (settings: RecordValues<F>, variables: BoardVariableValues) => WidgetSource | null;
  readonly Component: ComponentType<WidgetProps<RecordValues<F>>>;
  /** Converts settings of an older version to the current one. */
  readonly upgrade?: (settings: Record<string, unknown>, fromVersion: number) => Record<string, unknown>;
}

type WidgetSettings = RecordValues<FieldMap>;

/** A widget as a board uses it, without the types of its settings. */
export interface Widget extends Omit<
  WidgetDeclaration<FieldMap, TermsByKey>,
  'settings' | 'inputs' | 'source' | 'heading' | 'Component'
> {
  readonly settings: FieldMap;
  readonly inputs?: { readonly [name: string]: ComponentType<InputProps> };
  readonly heading?: (settings: WidgetSettings, t: Translate, isOfPastDay?: boolean) => string;
  readonly source?: (settings: WidgetSettings, variables: BoardVariableValues) => WidgetSource | null;
  readonly Component: ComponentType<WidgetProps<WidgetSettings>>;
}

/**
 * Declares a widget: its title, its settings, the report whose rows it shows, and its component. TypeScript reports
 * an error if the title or a setting has no term, or if a term lacks a language.
 */
export const defineWidget = <const F extends FieldMap, const W extends TermsByKey = NoTerms>(
  widget: WidgetDeclaration<F, W>,
): Widget => widget as unknown as Widget;
