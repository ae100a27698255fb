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
  const storedChoices = browserStorage.forBrowser.get(`recent.${accountId}`);
  return (Array.isArray(storedChoices) ? storedChoices.filter(isStoredChoice) : []).map((choice) => ({
    ...choice,
    group: 'recentChoices' satisfies TermKey,
  }));
}

/** Stores a choice as the latest one. */
export function rememberChoice(accountId: number, { key, text, code, to }: PaletteItem): void {
  const otherChoices = readRecentChoices(accountId).filter((choice) => choice.key !== key);
  const storedChoices: StoredChoice[] = [
    { key, text, ...(code ? { code } : {}), ...(to ? { to } : {}) },
    ...otherChoices,
  ]
    .slice(0, MAX_RECENT_CHOICES)
    .map((choice) => ({
      key: choice.key,
      text: choice.text,
      code: choice.code ?? null,
      ...(choice.to ? { to: choice.to } : {}),
    }));
  browserStorage.forBrowser.set(`recent.${accountId}`, storedChoices);
}
