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

/** Says a term, or one of the words `W`, in the reader's language, with `{{name}}` filled in. */
export type Translate<W = never> = (key: TermKey | W, params?: Record<string, unknown>) => string;

type Words = Record<string, string>;
const LANGUAGE = 'lang';
const TERMS = 'translation';
/** Where the words stand that came over the wire. */
const ADDED = 'added';

let load: ((lang: Lang) => Promise<Words>) | undefined;

async function bring(lang: Lang): Promise<void> {
  if (!load) throw new Error('The words were never set up');
  if (!i18next.hasResourceBundle(lang, TERMS)) {
    i18next.addResourceBundle(lang, TERMS, await load(lang));
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
    defaultNS: TERMS,
    fallbackNS: ADDED,
    load: 'currentOnly',
    cleanCode: false,
    keySeparator: false,
    nsSeparator: false,
    resources: { [lang]: { [TERMS]: await loadWords(lang) } },
    interpolation: { escapeValue: false, skipOnVariables: true },
    // A parameter that nobody gave stays visible, so that it is noticed.
    missingInterpolationHandler: (_text: string, found: RegExpExecArray) => found[0],
    react: { useSuspense: false },
  });
  show(lang);
}

/** Adds words that came over the wire to the vocabulary, in every language; terms go before them. */
export function addWords(words: OwnWords): void {
  LANGS.forEach((lang, index) => {
    const said = Object.fromEntries(Object.entries(words).map(([key, term]) => [key, term[index]]));
    i18next.addResourceBundle(lang, ADDED, said, false, true);
  });
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

/**
 * Says terms, for components: they are drawn again when the language changes.
 * @param own further words, which stand in the file of the component
 */
export function useT<const W extends OwnWords = NoWords>(own?: W): Translate<keyof W & string> {
  const lang = useLang();
  // A new function for each language, so that what was remembered in the old one is computed anew.
  return useMemo(() => {
    const index = LANGS.indexOf(lang);
    return (key, params) => {
      const word = own && Object.hasOwn(own, key) ? own[key] : undefined;
      return word ? fill(word[index]!, params) : t(key as TermKey, params);
    };
  }, [lang, own]);
}
