import type { TermKey } from '#shared/terms/index.ts';
import { browserStorage } from '#client/kit/wire/browser-storage.ts';
import type { PaletteItem } from './palette-item.ts';

const MAX_RECENT_CHOICES = 8;
/** A choice as the browser stores it. */
type StoredChoice = Pick<PaletteItem, 'key' | 'text' | 'code' | 'to'>;

const isStoredChoice = (value: unknown): value is StoredChoice => {
  const choice = value as Partial<StoredChoice> | null;
  return typeof choice?.key === 'string' && typeof choice.text === 'string';
};

/**
 * Reads a user's latest choices in the palette, the latest first. Each user of a browser has a separate list.
 */
export function readRecentChoices(accountId: number): PaletteItem[] {
  const storedChoices = browserStorage.forGood.get(`recent.${accountId}`);
  return (Array.isArray(storedChoices) ? storedChoices.filter(isStoredChoice) : []).map((one) => ({
    ...one,
    group: 'recentChoices' satisfies TermKey,
  }));
}

/** Stores a choice as the latest one. */
export function rememberChoice(accountId: number, { key, text, code, to }: PaletteItem): void {
  const others = readRecentChoices(accountId).filter((one) => one.key !== key);
  const storedChoices: StoredChoice[] = [
    { key, text, ...(code ? { code } : {}), ...(to ? { to } : {}) },
    ...others,
  ]
    .slice(0, MAX_RECENT_CHOICES)
    .map((one) => ({
      key: one.key,
      text: one.text,
      code: one.code ?? null,
      ...(one.to ? { to: one.to } : {}),
    }));
  browserStorage.forGood.set(`recent.${accountId}`, storedChoices);
}
