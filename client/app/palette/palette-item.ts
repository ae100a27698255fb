import type { TermKey } from '#shared/terms/index.ts';

/** An entry of the palette: a page to open or an action to run. */
export interface PaletteItem {
  /** The same entry always has the same key. */
  readonly key: string;
  /** The heading of the group. */
  readonly group: TermKey;
  readonly text: string;
  readonly code?: string | null;
  /** The indexes of the characters that match by pronunciation. */
  readonly sounded?: readonly number[];
  /** The address to open; absent for an action. */
  readonly to?: string;
  readonly act?: () => void;
}

/** A heading with its items. The arrow keys visit the items in this order. */
interface PaletteGroup {
  readonly title: TermKey;
  readonly items: readonly PaletteItem[];
}

/** Groups items by heading. The headings keep the order of their first items. */
export function groupPaletteItems(items: readonly PaletteItem[]): PaletteGroup[] {
  const groups = new Map<TermKey, PaletteItem[]>();
  for (const item of items) {
    const known = groups.get(item.group);
    if (known) known.push(item);
    else groups.set(item.group, [item]);
  }
  return [...groups].map(([title, of]) => ({ title, items: of }));
}
