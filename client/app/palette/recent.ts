import type { TermKey } from '#shared/terms/index.ts';
import { stored } from '#client/kit/wire/stored.ts';
import type { PaletteItem } from './palette-item.ts';

/** The maximum number of remembered choices. */
const MOST = 8;
/** A choice as it is stored. */
type Kept = Pick<PaletteItem, 'key' | 'text' | 'code' | 'to'>;

const isKept = (value: unknown): value is Kept => {
  const found = value as Partial<Kept> | null;
  return typeof found?.key === 'string' && typeof found.text === 'string';
};

/** Reads a user's latest choices; other users of the same browser have their own. */
export function recentOf(accountId: number): PaletteItem[] {
  const kept = stored.forGood.get(`recent.${accountId}`);
  return (Array.isArray(kept) ? kept.filter(isKept) : []).map((one) => ({
    ...one,
    group: 'recentChoices' satisfies TermKey,
  }));
}

/** Stores a choice as the latest one. */
export function remember(accountId: number, { key, text, code, to }: PaletteItem): void {
  const others = recentOf(accountId).filter((one) => one.key !== key);
  const kept: Kept[] = [{ key, text, ...(code ? { code } : {}), ...(to ? { to } : {}) }, ...others]
    .slice(0, MOST)
    .map((one) => ({
      key: one.key,
      text: one.text,
      code: one.code ?? null,
      ...(one.to ? { to: one.to } : {}),
    }));
  stored.forGood.set(`recent.${accountId}`, kept);
}
