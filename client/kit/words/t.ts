import i18next from 'i18next';
import { useMemo } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';
import { DEFAULT_LANG, HTML_LANG, isLang, type Lang } from '#shared/kernel/lang.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { stored } from '../wire/stored.ts';

/** Says a term in the reader's language, with `{{name}}` filled in. */
export type Translate = (key: TermKey, params?: Record<string, unknown>) => string;

type Words = Record<string, string>;
const LANGUAGE = 'lang';

let load: ((lang: Lang) => Promise<Words>) | undefined;

async function bring(lang: Lang): Promise<void> {
  if (!load) throw new Error('The words were never set up');
  if (!i18next.hasResourceBundle(lang, 'translation')) {
    i18next.addResourceBundle(lang, 'translation', await load(lang));
  }
}

function show(lang: Lang): void {
  document.documentElement.lang = HTML_LANG[lang];
}

/**
 * Sets up the vocabulary in the language that was chosen last, or the default one.
 * @param loadWords fetches all terms of one language
 */
export async function setUpWords(loadWords: (lang: Lang) => Promise<Words>): Promise<void> {
  load = loadWords;
  const kept = stored.forGood.get(LANGUAGE);
  const lang = isLang(kept) ? kept : DEFAULT_LANG;
  await i18next.use(initReactI18next).init({
    lng: lang,
    fallbackLng: false,
    load: 'currentOnly',
    cleanCode: false,
    keySeparator: false,
    nsSeparator: false,
    resources: { [lang]: { translation: await loadWords(lang) } },
    interpolation: { escapeValue: false, skipOnVariables: true },
    // A parameter that nobody gave stays visible, so that it is noticed.
    missingInterpolationHandler: (_text: string, found: RegExpExecArray) => found[0],
    react: { useSuspense: false },
  });
  show(lang);
}

/** The language that is read now. */
export const currentLang = (): Lang => (isLang(i18next.language) ? i18next.language : DEFAULT_LANG);

/** Changes the language of every text on the page, and remembers it. */
export async function changeLang(lang: Lang): Promise<void> {
  await bring(lang);
  await i18next.changeLanguage(lang);
  stored.forGood.set(LANGUAGE, lang);
  show(lang);
}

// `replace` keeps parameters called `count` or `context` from meaning something to i18next.
/** Says a term outside of components; inside use useT, which follows a change of the language. */
export const t: Translate = (key, params) => i18next.t(key, { replace: params ?? {} });

/** Whether there is a term of this name: of what came over the wire. */
export const isTerm = (key: string): key is TermKey => i18next.exists(key);

/** The language that is read, for components. */
export function useLang(): Lang {
  const { i18n } = useTranslation();
  return isLang(i18n.language) ? i18n.language : DEFAULT_LANG;
}

/** Says terms, for components: they are drawn again when the language changes. */
export function useT(): Translate {
  const lang = useLang();
  // A new function for each language, so that what was remembered in the old one is computed anew.
  return useMemo<Translate>(() => (lang ? (key, params) => t(key, params) : t), [lang]);
}
