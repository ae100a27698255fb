import type { Plugin } from 'vite';
import { LANGS, type Lang, type Term } from '#shared/kernel/lang.ts';
import { terms } from '#shared/terms/index.ts';

const WORDS_MODULE_PREFIX = 'virtual:words/';
/**
 * The module with the text that an empty page shows while its terms are downloading. It contains
 * the text in every language.
 */
const LOADING_TEXT_MODULE = 'virtual:waiting-words';

/** Returns all terms of one language, by key. */
export const getTermsOfLanguage = (lang: Lang): Record<string, string> => {
  const langIndex = LANGS.indexOf(lang);
  return Object.fromEntries(Object.entries(terms).map(([key, term]) => [key, (term as Term)[langIndex]!]));
};

/**
 * A Vite plugin that serves the terms as one module for each language, so that a browser downloads only the
 * current language. The plugin rejects a client bundle that would contain all languages.
 */
export function makeWordsPlugin(): Plugin {
  return {
    name: 'words',
    enforce: 'pre',
    resolveId(id) {
      return id.startsWith(WORDS_MODULE_PREFIX) || id === LOADING_TEXT_MODULE ? `\0${id}` : undefined;
    },
    load(id) {
      if (id.startsWith(`\0${WORDS_MODULE_PREFIX}`)) {
        const lang = id.slice(WORDS_MODULE_PREFIX.length + 1) as Lang;
        if (!LANGS.includes(lang)) throw new Error(`There is no language ${lang}`);
        return `export default ${JSON.stringify(getTermsOfLanguage(lang))};`;
      }
      if (id === `\0${LOADING_TEXT_MODULE}`) {
        const loadingTextEntries = LANGS.map((lang) => [lang, getTermsOfLanguage(lang)['waitingForServer']]);
        return `export default ${JSON.stringify(Object.fromEntries(loadingTextEntries))};`;
      }
      if (this.environment.name === 'client' && /\/shared\/terms\/[\w-]+\.ts$/.test(id)) {
        throw new Error(`${id} would bring all languages into the bundle: import its types only, and use t`);
      }
      return undefined;
    },
  };
}
