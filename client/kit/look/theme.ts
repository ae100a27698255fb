import { useSyncExternalStore } from 'react';
import { createStore } from '../state/create-store.ts';
import { stored } from '../wire/stored.ts';

/** How bright the screens are; `system` follows the device. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const THEME = 'theme';
const isTheme = (value: unknown): value is Theme => THEMES.includes(value as Theme);

const chosen = createStore<Theme>('system');
const dark = () => window.matchMedia('(prefers-color-scheme: dark)');

const isDark = (): boolean => (chosen.get() === 'system' ? dark().matches : chosen.get() === 'dark');

/** Takes a choice for the one that holds, also where only the device has changed. */
function apply(next: Theme): void {
  chosen.set(next);
  const root = document.documentElement;
  root.classList.toggle('bp6-dark', isDark());
  root.style.colorScheme = isDark() ? 'dark' : 'light';
}

/** Light and dark: from the same tokens, following the device unless somebody chose. */
export const theme = {
  /** To be called once, before the first picture. */
  setUp(): void {
    const kept = stored.forGood.get(THEME);
    dark().addEventListener('change', () => apply(chosen.get()));
    apply(isTheme(kept) ? kept : 'system');
  },
  choose(next: Theme): void {
    stored.forGood.set(THEME, next === 'system' ? undefined : next);
    apply(next);
  },
  useChosen: (): Theme => chosen.useValue(),
  useIsDark: (): boolean => useSyncExternalStore(chosen.subscribe, isDark),
};
