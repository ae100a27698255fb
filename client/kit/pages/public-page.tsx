import type { ReactNode } from 'react';
import { LanguageSelect } from '../words/language-select.tsx';
import { useT } from '../words/t.ts';
import { theme, THEMES, type Theme } from '../look/theme.ts';
import { ProductLogo } from './product-logo.tsx';
import './public-page.css';

const THEME_TERMS = { system: 'themeSystem', light: 'themeLight', dark: 'themeDark' } as const;

interface Props {
  title: string;
  children: ReactNode;
}

/**
 * The frame of pages that show one card, such as the log-in page. It has the logo and the choice of
 * theme and language, but no menu and no top bar.
 */
export function PublicPage({ title, children }: Props) {
  const t = useT();
  const chosenTheme = theme.useChosen();
  return (
    <div className="public-page">
      <header className="public-head">
        <ProductLogo />
        <span className="public-name">{t('productName')}</span>
        <select
          aria-label={t('theme')}
          value={chosenTheme}
          onChange={(event) => theme.choose(event.target.value as Theme)}
        >
          {THEMES.map((choice) => (
            <option key={choice} value={choice}>
              {t(THEME_TERMS[choice])}
            </option>
          ))}
        </select>
        <LanguageSelect />
      </header>
      <main className="public-card">
        <h1>{title}</h1>
        {children}
      </main>
      <footer className="public-foot">{t('building', { build: __BUILD_ID__ })}</footer>
    </div>
  );
}
