import { useSyncExternalStore } from 'react';
import { stored } from '../wire/stored.ts';

/** How bright the screens are; `system` follows the device. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const THEME = 'theme';
const isTheme = (value: unknown): value is Theme => THEMES.includes(value as Theme);

let chosen: Theme = 'system';
const listeners = new Set<() => void>();
const dark = () => window.matchMedia('(prefers-color-scheme: dark)');

const isDark = (): boolean => (chosen === 'system' ? dark().matches : chosen === 'dark');

function apply(): void {
  const root = document.documentElement;
  root.classList.toggle('bp6-dark', isDark());
  root.style.colorScheme = isDark() ? 'dark' : 'light';
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Light and dark: from the same tokens, following the device unless somebody chose. */
export const theme = {
  /** To be called once, before the first picture. */
  setUp(): void {
    const kept = stored.forGood.get(THEME);
    chosen = isTheme(kept) ? kept : 'system';
    dark().addEventListener('change', apply);
    apply();
  },
  choose(next: Theme): void {
    chosen = next;
    stored.forGood.set(THEME, next === 'system' ? undefined : next);
    apply();
  },
  useChosen: (): Theme => useSyncExternalStore(subscribe, () => chosen),
  useIsDark: (): boolean => useSyncExternalStore(subscribe, isDark),
};
