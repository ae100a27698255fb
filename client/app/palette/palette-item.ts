import type { TermKey } from '#shared/terms/index.ts';

/** An entry of the command palette: a page or row to open, or an action to run. */
export interface PaletteItem {
  /** Identifies the entry, also among the stored recent choices. */
  readonly key: string;
  /** The heading under which the palette shows the entry. */
  readonly group: TermKey;
  readonly text: string;
  readonly code?: string | null;
  /** The indexes of the characters of `text` that match by pronunciation. */
  readonly soundMatchIndexes?: readonly number[];
  /** The address to open; absent for an action. */
  readonly to?: string;
  readonly run?: () => void;
}

/** A heading and its entries, in the order in which the palette shows them. */
interface PaletteGroup {
  readonly title: TermKey;
  readonly items: readonly PaletteItem[];
}

/** Groups items by heading. The headings keep the order of their first items. */
export function groupPaletteItems(items: readonly PaletteItem[]): PaletteGroup[] {
  const groups = new Map<TermKey, PaletteItem[]>();
  for (const item of items) {
    const group = groups.get(item.group);
    if (group) group.push(item);
    else groups.set(item.group, [item]);
  }
  return [...groups].map(([title, groupItems]) => ({ title, items: groupItems }));
}
