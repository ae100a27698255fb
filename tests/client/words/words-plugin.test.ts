import { describe, expect, it } from 'vitest';
import { LANGS } from '#shared/kernel/lang.ts';
import { terms, type TermKey } from '#shared/terms/index.ts';
import { getTermsOfLanguage, makeWordsPlugin } from '#client/words-plugin.ts';

type LoadHook = (this: { environment: { name: string } }, id: string) => string | undefined;
const loadModule = (id: string, environment = 'client'): string | undefined =>
  (makeWordsPlugin().load as unknown as LoadHook).call({ environment: { name: environment } }, id);

describe('the vocabulary in the browser', () => {
  it('is one module per language with every term, and nothing of another language', () => {
    const keys = Object.keys(terms) as TermKey[];
    expect(keys.length).toBeGreaterThan(300);
    LANGS.forEach((lang, index) => {
      const languageTerms = getTermsOfLanguage(lang);
      expect(Object.keys(languageTerms)).toEqual(keys);
      for (const key of keys) expect(languageTerms[key]).toBe(terms[key][index]);
      expect(loadModule(`\0virtual:words/${lang}`)).toBe(`export default ${JSON.stringify(languageTerms)};`);
    });
  });

  it('has the text of a page without terms in every language', () => {
    const waitingTexts = LANGS.map((lang, index) => [lang, terms.waitingForServer[index]]);
    const moduleSource = `export default ${JSON.stringify(Object.fromEntries(waitingTexts))};`;
    expect(loadModule('\0virtual:waiting-words')).toBe(moduleSource);
  });

  it('refuses a language that does not exist', () => {
    expect(() => loadModule('\0virtual:words/de_DE')).toThrow('de_DE');
  });

  it('refuses a bundle that would carry all languages', () => {
    expect(() => loadModule('/house/shared/terms/basic.ts')).toThrow('all languages');
    expect(loadModule('/house/shared/terms/basic.ts', 'ssr')).toBeUndefined();
  });

  it('leaves other modules alone', () => {
    expect(loadModule('/house/client/main.tsx')).toBeUndefined();
  });
});
