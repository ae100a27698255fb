import type { TermKey } from '#shared/terms/index.ts';

/** One thing that the palette offers: a page to go to, or something to do. */
export interface PaletteItem {
  /** The same thing has the same key whenever it is offered. */
  readonly key: string;
  /** Under which heading it stands. */
  readonly group: TermKey;
  readonly text: string;
  readonly code?: string | null;
  /** The signs of the text that sound as what was typed. */
  readonly sounded?: readonly number[];
  /** Where it leads; absent where it does something. */
  readonly to?: string;
  readonly act?: () => void;
}

/** Items under their headings, in the order in which the arrow keys walk through them. */
interface PaletteGroup {
  readonly title: TermKey;
  readonly items: readonly PaletteItem[];
}

/** The items under headings, each heading where its first item stands. */
export function grouped(items: readonly PaletteItem[]): PaletteGroup[] {
  const groups = new Map<TermKey, PaletteItem[]>();
  for (const item of items) {
    const known = groups.get(item.group);
    if (known) known.push(item);
    else groups.set(item.group, [item]);
  }
  return [...groups].map(([title, of]) => ({ title, items: of }));
}
