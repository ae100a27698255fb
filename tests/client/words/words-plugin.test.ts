import { describe, expect, it } from 'vitest';
import { LANGS } from '#shared/kernel/lang.ts';
import { terms, type TermKey } from '#shared/terms/index.ts';
import { wordsOf, wordsPlugin } from '#client/words-plugin.ts';

type Load = (this: { environment: { name: string } }, id: string) => string | undefined;
const load = (id: string, environment = 'client'): string | undefined =>
  (wordsPlugin().load as unknown as Load).call({ environment: { name: environment } }, id);

describe('the vocabulary in the browser', () => {
  it('is one module per language with every term, and nothing of another language', () => {
    const keys = Object.keys(terms) as TermKey[];
    expect(keys.length).toBeGreaterThan(300);
    LANGS.forEach((lang, index) => {
      const words = wordsOf(lang);
      expect(Object.keys(words)).toEqual(keys);
      for (const key of keys) expect(words[key]).toBe(terms[key][index]);
      expect(load(`\0virtual:words/${lang}`)).toBe(`export default ${JSON.stringify(words)};`);
    });
  });

  it('has what stands on a page without words in every language', () => {
    const words = LANGS.map((lang, index) => [lang, terms.waitingForServer[index]]);
    const module = `export default ${JSON.stringify(Object.fromEntries(words))};`;
    expect(load('\0virtual:waiting-words')).toBe(module);
  });

  it('refuses a language that does not exist', () => {
    expect(() => load('\0virtual:words/de_DE')).toThrow('de_DE');
  });

  it('refuses a bundle that would carry all languages', () => {
    expect(() => load('/house/shared/terms/basic.ts')).toThrow('all languages');
    expect(load('/house/shared/terms/basic.ts', 'ssr')).toBeUndefined();
  });

  it('leaves other modules alone', () => {
    expect(load('/house/client/main.tsx')).toBeUndefined();
  });
});
