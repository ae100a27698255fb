import i18next from 'i18next';
import { useMemo } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';
import {
  DEFAULT_LANG,
  fill,
  HTML_LANG,
  isLang,
  LANGS,
  type Lang,
  type NoWords,
  type Words as OwnWords,
} from '#shared/kernel/lang.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { stored } from '../wire/stored.ts';

/** Translates a term, or one of the words `W`, into the current language and fills in `{{name}}`. */
export type Translate<W = never> = (key: TermKey | W, params?: Record<string, unknown>) => string;

type Words = Record<string, string>;
const LANGUAGE = 'lang';
const TERMS = 'translation';
/** The namespace of words that came from the server. */
const ADDED = 'added';

let load: ((lang: Lang) => Promise<Words>) | undefined;

async function loadLanguage(lang: Lang): Promise<void> {
  if (!load) throw new Error('The words were never set up');
  if (!i18next.hasResourceBundle(lang, TERMS)) {
    i18next.addResourceBundle(lang, TERMS, await load(lang));
  }
}

function show(lang: Lang): void {
  document.documentElement.lang = HTML_LANG[lang];
}

/**
 * Sets up the terms in the language that was chosen last, or in the default one.
 * @param loadWords downloads all terms of a language
 */
export async function setUpWords(loadWords: (lang: Lang) => Promise<Words>): Promise<void> {
  load = loadWords;
  const storedLang = stored.forGood.get(LANGUAGE);
  const lang = isLang(storedLang) ? storedLang : DEFAULT_LANG;
  await i18next.use(initReactI18next).init({
    lng: lang,
    fallbackLng: false,
    defaultNS: TERMS,
    fallbackNS: ADDED,
    load: 'currentOnly',
    cleanCode: false,
    keySeparator: false,
    nsSeparator: false,
    resources: { [lang]: { [TERMS]: await loadWords(lang) } },
    interpolation: { escapeValue: false, skipOnVariables: true },
    // A missing parameter stays visible, so that it is noticed.
    missingInterpolationHandler: (_text: string, found: RegExpExecArray) => found[0],
    react: { useSuspense: false },
  });
  show(lang);
}

/** Adds words from the server in every language; terms take precedence over them. */
export function addWords(words: OwnWords): void {
  LANGS.forEach((lang, index) => {
    const translated = Object.fromEntries(Object.entries(words).map(([key, term]) => [key, term[index]]));
    i18next.addResourceBundle(lang, ADDED, translated, false, true);
  });
}

/** Returns the current language. */
export const currentLang = (): Lang => (isLang(i18next.language) ? i18next.language : DEFAULT_LANG);

/** Changes the language of the application, and stores it. */
export async function changeLang(lang: Lang): Promise<void> {
  await loadLanguage(lang);
  await i18next.changeLanguage(lang);
  stored.forGood.set(LANGUAGE, lang);
  show(lang);
}

// `replace` prevents i18next from interpreting parameters named `count` or `context`.
/** Translates a term outside of components; components use useT, which follows the language. */
export const t: Translate = (key, params) => i18next.t(key, { replace: params ?? {} });

/** Whether a term with this key exists; for keys from the server. */
export const isTerm = (key: string): key is TermKey => i18next.exists(key);

/** Returns the current language, for components. */
export function useLang(): Lang {
  const { i18n } = useTranslation();
  return isLang(i18n.language) ? i18n.language : DEFAULT_LANG;
}

/**
 * Returns the translate function, for components: they render again when the language changes.
 * @param own additional words, declared in the component's file
 */
export function useT<const W extends OwnWords = NoWords>(own?: W): Translate<keyof W & string> {
  const lang = useLang();
  // A new function per language, so that memoized values are computed again.
  return useMemo(() => {
    const index = LANGS.indexOf(lang);
    return (key, params) => {
      const word = own && Object.hasOwn(own, key) ? own[key] : undefined;
      return word ? fill(word[index]!, params) : t(key as TermKey, params);
    };
  }, [lang, own]);
}
