import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LANGS, type Lang } from '#shared/kernel/lang.ts';
import type { TermKey } from '#shared/terms/index.ts';
import type * as Words from '#client/kit/words/t.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';

let wordsModule: typeof Words;
let loadedLangs: Lang[];

beforeEach(async () => {
  localStorage.clear();
  vi.resetModules();
  wordsModule = await import('#client/kit/words/t.ts');
  loadedLangs = [];
});
const setUpTestWords = () =>
  wordsModule.setUpWords(async (lang) => {
    loadedLangs.push(lang);
    return getTermsOfLanguage(lang);
  });

describe('the words on a page', () => {
  it('are Chinese by default, and no other language is downloaded', async () => {
    await setUpTestWords();
    expect(wordsModule.t('workOrder')).toBe('工单');
    expect(document.documentElement.lang).toBe('zh-Hans');
    expect(loadedLangs).toEqual(['zh_CN']);
  });

  it('follow the chosen language, which is set on the document and remembered', async () => {
    await setUpTestWords();
    const htmlLangsByLang = { zh_CN: 'zh-Hans', en_US: 'en', zh_TW: 'zh-Hant', ja_JP: 'ja' };
    for (const lang of LANGS) {
      await wordsModule.changeLang(lang);
      expect(wordsModule.t('workOrder')).toBe(getTermsOfLanguage(lang)['workOrder']);
      expect(document.documentElement.lang).toBe(htmlLangsByLang[lang]);
    }
    expect(loadedLangs).toEqual([...LANGS]);
    vi.resetModules();
    wordsModule = await import('#client/kit/words/t.ts');
    loadedLangs = [];
    await setUpTestWords();
    expect(loadedLangs).toEqual(['ja_JP']);
  });

  it('insert values unchanged: without HTML, nested terms or escaping', async () => {
    await setUpTestWords();
    await wordsModule.changeLang('en_US');
    expect(wordsModule.t('deleteOne', { name: '<b>M&M</b> {{count}} $t(save)' })).toBe(
      'Delete “<b>M&M</b> {{count}} $t(save)”?',
    );
  });

  it('include words from the server in every language, which override no term', async () => {
    await setUpTestWords();
    wordsModule.addWords({
      ofAReport: ['{{n}} 次', '{{n}} times', '{{n}} 次', '{{n}} 回'],
      workOrder: ['', '', '', ''],
    });
    const texts: string[] = [];
    for (const lang of LANGS) {
      await wordsModule.changeLang(lang);
      texts.push(wordsModule.t('ofAReport' as TermKey, { n: 2 }));
      expect(wordsModule.t('workOrder')).toBe(getTermsOfLanguage(lang)['workOrder']);
    }
    expect(texts).toEqual(['2 次', '2 times', '2 次', '2 回']);
    expect(wordsModule.isTerm('ofAReport')).toBe(true);
    expect(wordsModule.isTerm('ofNothing')).toBe(false);
  });

  it('show a placeholder without a value as it is', async () => {
    await setUpTestWords();
    expect(wordsModule.t('deleteOne')).toContain('{{name}}');
  });

  it('take a count as a number to show, not as a plural to look up', async () => {
    await setUpTestWords();
    await wordsModule.changeLang('en_US');
    expect(wordsModule.t('selectedCount', { count: 1 })).toBe('1 selected');
    expect(wordsModule.t('selectedCount', { count: 0 })).toBe('0 selected');
  });

  it('count in English: 1 row, 2 rows', async () => {
    await setUpTestWords();
    await wordsModule.changeLang('en_US');
    const formatExported = (count: unknown) => wordsModule.t('exported', { count });
    expect([
      formatExported(1),
      formatExported('1'),
      formatExported(2),
      formatExported(0),
      formatExported('1,234'),
    ]).toEqual([
      '1 row exported',
      '1 row exported',
      '2 rows exported',
      '0 rows exported',
      '1,234 rows exported',
    ]);
    expect(wordsModule.t('piecesCount', { quantity: '0.5' })).toBe('0.5 pcs');
    expect(wordsModule.t('exported')).toContain('{count:row|rows}');
    await wordsModule.changeLang('ja_JP');
    expect(formatExported(1)).toBe('1 行をエクスポートしました');
  });
});
