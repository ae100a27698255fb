import { useSyncExternalStore } from 'react';
import { createStore } from '../state/create-store.ts';
import { browserStorage } from '../wire/browser-storage.ts';

/** The colour themes. `system` follows the setting of the device. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const THEME_STORAGE_KEY = 'theme';
const isTheme = (value: unknown): value is Theme => THEMES.includes(value as Theme);

const themeStore = createStore<Theme>('system');
const getDarkModeQuery = () => window.matchMedia('(prefers-color-scheme: dark)');

const isDark = (): boolean =>
  themeStore.get() === 'system' ? getDarkModeQuery().matches : themeStore.get() === 'dark';

function applyTheme(next: Theme): void {
  themeStore.set(next);
  const root = document.documentElement;
  root.classList.toggle('bp6-dark', isDark());
  root.style.colorScheme = isDark() ? 'dark' : 'light';
}

/** The colour theme of the application. It follows the device unless the user chooses a theme. */
export const theme = {
  /** Must be called once before the first render. */
  setUp(): void {
    const storedTheme = browserStorage.forBrowser.get(THEME_STORAGE_KEY);
    getDarkModeQuery().addEventListener('change', () => applyTheme(themeStore.get()));
    applyTheme(isTheme(storedTheme) ? storedTheme : 'system');
  },
  choose(next: Theme): void {
    browserStorage.forBrowser.set(THEME_STORAGE_KEY, next === 'system' ? undefined : next);
    applyTheme(next);
  },
  useChosen: (): Theme => themeStore.useValue(),
  useIsDark: (): boolean => useSyncExternalStore(themeStore.subscribe, isDark),
};
