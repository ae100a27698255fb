import { FetchedCode } from '#client/kit/lazy/fetched-code.ts';
import type { Widget } from './widget.ts';

/** The code of the widgets that boards can show, by type. */
export interface WidgetCodes<T extends string = string> {
  readonly byType: ReadonlyMap<string, FetchedCode<Widget>>;
  /** The types of the widgets in the sequence of their registry. */
  readonly types: readonly T[];
  /** All widgets in the sequence of their registry, for screens that need the widgets of any board. */
  readonly all: FetchedCode<readonly Widget[]>;
}

/**
 * Lists the widgets that boards can show. A widget is downloaded when a board first shows it, so that a wall does not
 * download the widgets of other boards.
 * @param imports imports of modules; each module exports a widget whose name and type are the key
 */
export function registerWidgets<T extends string>(imports: {
  readonly [type in T]: () => Promise<{ readonly [name in type]: Widget }>;
}): WidgetCodes<T> {
  const types = Object.keys(imports) as T[];
  const byType = new Map<string, FetchedCode<Widget>>(
    types.map((type) => [type, new FetchedCode<Widget>(async () => (await imports[type]())[type])]),
  );
  const allWidgets = new FetchedCode<readonly Widget[]>(() =>
    Promise.all([...byType.values()].map((code) => code.fetch())),
  );
  return { byType, types, all: allWidgets };
}
