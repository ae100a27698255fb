import { useSyncExternalStore } from 'react';
import { createStore } from '../state/create-store.ts';
import { stored } from '../wire/stored.ts';

/** The colour themes. `system` follows the setting of the device. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const THEME = 'theme';
const isTheme = (value: unknown): value is Theme => THEMES.includes(value as Theme);

const chosen = createStore<Theme>('system');
const dark = () => window.matchMedia('(prefers-color-scheme: dark)');

const isDark = (): boolean => (chosen.get() === 'system' ? dark().matches : chosen.get() === 'dark');

/** Sets the theme of the page. */
function apply(next: Theme): void {
  chosen.set(next);
  const root = document.documentElement;
  root.classList.toggle('bp6-dark', isDark());
  root.style.colorScheme = isDark() ? 'dark' : 'light';
}

/** The colour theme of the application. It follows the device unless the user chooses a theme. */
export const theme = {
  /** Must be called once before the first render. */
  setUp(): void {
    const storedTheme = stored.forGood.get(THEME);
    dark().addEventListener('change', () => apply(chosen.get()));
    apply(isTheme(storedTheme) ? storedTheme : 'system');
  },
  choose(next: Theme): void {
    stored.forGood.set(THEME, next === 'system' ? undefined : next);
    apply(next);
  },
  useChosen: (): Theme => chosen.useValue(),
  useIsDark: (): boolean => useSyncExternalStore(chosen.subscribe, isDark),
};
