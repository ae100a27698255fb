import { beforeAll, expect, it } from 'vitest';
import { formatClockDifference, formatMoney, joinWords } from '#client/kit/words/formats.ts';
import { changeLang, setUpWords } from '#client/kit/words/t.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';

beforeAll(async () => {
  await setUpWords(async (lang) => getTermsOfLanguage(lang));
  await changeLang('en_US');
});

const formatTestSpan = (from: string, until: string) =>
  formatClockDifference(`2026-11-21T${from}Z`, `2026-11-21T${until}Z`);

it('08:48–09:00 is 12 min, whatever the seconds are', () => {
  expect(formatTestSpan('08:48:00', '09:00:00')).toBe('12 min');
  expect(formatTestSpan('08:48:10', '09:00:50')).toBe('12 min');
  expect(formatTestSpan('08:48:50', '09:00:05')).toBe('12 min');
  expect(formatTestSpan('08:48:59', '09:48:01')).toBe('1 h');
  expect(formatTestSpan('08:48:50', '08:50:30')).toBe('2 min');
});

it('less than a minute is given in seconds', () => {
  expect(formatTestSpan('08:48:50', '08:49:10')).toBe('20 s');
  expect(formatTestSpan('08:48:50', '08:48:50')).toBe('0 s');
});

it('words are joined as their language writes a list', async () => {
  expect(joinWords(['Draft', 'Released'])).toBe('Draft, Released');
  for (const lang of ['zh_CN', 'zh_TW', 'ja_JP'] as const) {
    await changeLang(lang);
    expect(joinWords(['甲', '乙'])).toBe('甲、乙');
  }
  await changeLang('en_US');
});

it('amounts of money have two decimals, and an unknown amount is a dash', () => {
  expect(formatMoney(1057.5)).toBe('1057.50');
  expect(formatMoney(0)).toBe('0.00');
  expect(formatMoney(null)).toBe('—');
});
