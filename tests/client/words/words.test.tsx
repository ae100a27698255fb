import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LANGS, type Lang } from '#shared/kernel/lang.ts';
import type { TermKey } from '#shared/terms/index.ts';
import type * as Words from '#client/kit/words/t.ts';
import { wordsOf } from '#client/words-plugin.ts';

let words: typeof Words;
let loaded: Lang[];

beforeEach(async () => {
  localStorage.clear();
  vi.resetModules();
  words = await import('#client/kit/words/t.ts');
  loaded = [];
});
const setUp = () =>
  words.setUpWords(async (lang) => {
    loaded.push(lang);
    return wordsOf(lang);
  });

describe('the words on a page', () => {
  it('are Chinese by default, and no other language is downloaded', async () => {
    await setUp();
    expect(words.t('workOrder')).toBe('工单');
    expect(document.documentElement.lang).toBe('zh-Hans');
    expect(loaded).toEqual(['zh_CN']);
  });

  it('follow a choice, say so to the browser, and are remembered', async () => {
    await setUp();
    const pages = { zh_CN: 'zh-Hans', en_US: 'en', zh_TW: 'zh-Hant', ja_JP: 'ja' };
    for (const lang of LANGS) {
      await words.changeLang(lang);
      expect(words.t('workOrder')).toBe(wordsOf(lang)['workOrder']);
      expect(document.documentElement.lang).toBe(pages[lang]);
    }
    expect(loaded).toEqual([...LANGS]);
    vi.resetModules();
    words = await import('#client/kit/words/t.ts');
    loaded = [];
    await setUp();
    expect(loaded).toEqual(['ja_JP']);
  });

  it('insert values unchanged: without HTML, nested terms or escaping', async () => {
    await setUp();
    await words.changeLang('en_US');
    expect(words.t('deleteOne', { name: '<b>M&M</b> {{count}} $t(save)' })).toBe(
      'Delete “<b>M&M</b> {{count}} $t(save)”?',
    );
  });

  it('hold what came over the wire, in every language, and no term is overridden by it', async () => {
    await setUp();
    words.addWords({
      ofAReport: ['{{n}} 次', '{{n}} times', '{{n}} 次', '{{n}} 回'],
      workOrder: ['', '', '', ''],
    });
    const texts: string[] = [];
    for (const lang of LANGS) {
      await words.changeLang(lang);
      texts.push(words.t('ofAReport' as TermKey, { n: 2 }));
      expect(words.t('workOrder')).toBe(wordsOf(lang)['workOrder']);
    }
    expect(texts).toEqual(['2 次', '2 times', '2 次', '2 回']);
    expect(words.isTerm('ofAReport')).toBe(true);
    expect(words.isTerm('ofNothing')).toBe(false);
  });

  it('show a placeholder without a value as it is', async () => {
    await setUp();
    expect(words.t('deleteOne')).toContain('{{name}}');
  });

  it('take a count as a number to show, not as a plural to look up', async () => {
    await setUp();
    await words.changeLang('en_US');
    expect(words.t('selectedCount', { count: 1 })).toBe('1 selected');
    expect(words.t('selectedCount', { count: 0 })).toBe('0 selected');
  });
});
