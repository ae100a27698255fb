import i18next from 'i18next';
import { useMemo, useSyncExternalStore } from 'react';
import { initReactI18next } from 'react-i18next';
import {
  DEFAULT_LANG,
  fillPlaceholders,
  HTML_TAG_BY_LANG,
  isLang,
  LANGS,
  type Lang,
  type NoTerms,
  type TermsByKey,
} from '#shared/kernel/lang.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { browserStorage } from '../wire/browser-storage.ts';

/**
 * Translates a term into the current language. Replaces placeholders such as `{{name}}` by `params`. `W`
 * contains the keys of additional terms, see `useT`.
 */
export type Translate<W = never> = (key: TermKey | W, params?: Record<string, unknown>) => string;

type TermTexts = Record<string, string>;
const LANGUAGE_KEY = 'lang';
const TERMS_NAMESPACE = 'translation';
/** The i18next namespace of words that came from the server. */
const SERVER_WORDS_NAMESPACE = 'added';

let loadTerms: ((lang: Lang) => Promise<TermTexts>) | undefined;

/**
 * The texts of the current language that have been looked up, by key. i18next looks up a text in ten
 * microseconds, and a page shows thousands of texts.
 */
const cachedTexts = new Map<string, string>();
const forgetTexts = () => cachedTexts.clear();

async function loadLanguage(lang: Lang): Promise<void> {
  if (!loadTerms) throw new Error('The words were never set up');
  if (!i18next.hasResourceBundle(lang, TERMS_NAMESPACE)) {
    i18next.addResourceBundle(lang, TERMS_NAMESPACE, await loadTerms(lang));
  }
}

function setDocumentLanguage(lang: Lang): void {
  document.documentElement.lang = HTML_TAG_BY_LANG[lang];
}

/**
 * Sets up the translation, in the language that the user chose last or else in the default
 * language.
 * @param loadWords downloads all terms of a language
 */
export async function setUpWords(loadWords: (lang: Lang) => Promise<TermTexts>): Promise<void> {
  loadTerms = loadWords;
  const storedLang = browserStorage.forBrowser.get(LANGUAGE_KEY);
  const lang = isLang(storedLang) ? storedLang : DEFAULT_LANG;
  await i18next.use(initReactI18next).init({
    lng: lang,
    fallbackLng: false,
    defaultNS: TERMS_NAMESPACE,
    fallbackNS: SERVER_WORDS_NAMESPACE,
    load: 'currentOnly',
    cleanCode: false,
    keySeparator: false,
    nsSeparator: false,
    resources: { [lang]: { [TERMS_NAMESPACE]: await loadWords(lang) } },
    react: { useSuspense: false },
  });
  forgetTexts();
  i18next.on('languageChanged', forgetTexts);
  setDocumentLanguage(lang);
}

/** Adds words from the server in every language. A term with the same key takes precedence. */
export function addWords(words: TermsByKey): void {
  LANGS.forEach((lang, index) => {
    const translatedWords = Object.fromEntries(
      Object.entries(words).map(([key, texts]) => [key, texts[index]]),
    );
    i18next.addResourceBundle(lang, SERVER_WORDS_NAMESPACE, translatedWords, false, true);
  });
  forgetTexts();
}

export const getCurrentLang = (): Lang => (isLang(i18next.language) ? i18next.language : DEFAULT_LANG);

/** Whether somebody has chosen a language in this browser. */
export const hasChosenLang = (): boolean => isLang(browserStorage.forBrowser.get(LANGUAGE_KEY));

/** Changes the language of the application. The browser stores the choice. */
export async function changeLang(lang: Lang): Promise<void> {
  await loadLanguage(lang);
  await i18next.changeLanguage(lang);
  browserStorage.forBrowser.set(LANGUAGE_KEY, lang);
  setDocumentLanguage(lang);
}

function findText(key: string): string {
  let text = cachedTexts.get(key);
  if (text === undefined) {
    text = i18next.t(key, { skipInterpolation: true });
    cachedTexts.set(key, text);
  }
  return text;
}

/**
 * Translates a term outside of components. Components use `useT`, which renders them again when the language
 * changes.
 */
export const t: Translate = (key, params) => fillPlaceholders(findText(key), params);

/** Whether a key is the key of a term or of a word from the server. */
export const isTerm = (key: string): key is TermKey => i18next.exists(key);

function listenToLanguage(onChange: () => void): () => void {
  i18next.on('languageChanged', onChange);
  return () => i18next.off('languageChanged', onChange);
}

/**
 * Returns the current language, for components. It does not use the hook of react-i18next: that hook copies all
 * properties of i18next for each component, which would take most of the time to render a page with a thousand
 * components.
 */
export const useLang = (): Lang => useSyncExternalStore(listenToLanguage, getCurrentLang);

/**
 * Returns the translate function, for components. A change of language renders them again.
 * @param declaredTerms terms that are declared in the same file as the component
 */
export function useT<const W extends TermsByKey = NoTerms>(declaredTerms?: W): Translate<keyof W & string> {
  const lang = useLang();
  // Each language gets a new function, so that memoized values are computed again.
  return useMemo(() => {
    const index = LANGS.indexOf(lang);
    return (key, params) => {
      const translations =
        declaredTerms && Object.hasOwn(declaredTerms, key) ? declaredTerms[key] : undefined;
      return translations ? fillPlaceholders(translations[index]!, params) : t(key as TermKey, params);
    };
  }, [lang, declaredTerms]);
}
