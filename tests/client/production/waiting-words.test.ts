import { describe, expect, it } from 'vitest';
import { LANGS, type Lang } from '#shared/kernel/lang.ts';
import { WAITS_FOR, type Waiting } from '#shared/ledger/waiting.ts';
import { term } from '#shared/terms/index.ts';
import { waitingWords } from '#client/production/waiting-words.ts';

const milling = { processId: 2, seq: 20, name: '铣削', partId: 1, partName: '底板' };
const turning = { processId: 1, seq: 10, name: '车削', partId: 1, partName: '底板' };
const waiting = (of: Partial<Waiting>): Waiting => ({
  for: 'process',
  quantity: 12,
  at: milling,
  others: 0,
  root: null,
  rootFor: 'start',
  ...of,
});
const words = (of: Partial<Waiting>, partId = 1, lang: Lang = 'zh_CN') =>
  waitingWords(waiting(of), partId, (key, params) => term(lang, key, params));

describe('what a process waits for, in words', () => {
  it('names the process and what is missing', () => {
    expect(words({})).toBe('等 20 铣削：还差 12 件');
    expect(words({}, 1, 'en_US')).toBe('Waits for 20 铣削: 12 pcs to come');
    expect(words({ quantity: 0.5 })).toBe('等 20 铣削：还差 0.5 件');
  });

  it('names the part too where it is another one', () => {
    expect(words({}, 7)).toBe('等 底板 20 铣削：还差 12 件');
  });

  it('names the process that blocks the line, and why', () => {
    expect(words({ root: turning, rootFor: 'rework' })).toBe(
      '等 20 铣削：还差 12 件（卡在 10 车削：待返工）',
    );
    expect(words({ root: turning, rootFor: 'running' })).toBe(
      '等 20 铣削：还差 12 件（卡在 10 车削：加工中）',
    );
    // The previous process itself is blocked.
    expect(words({ rootFor: 'decision' })).toBe('等 20 铣削：还差 12 件（卡在 20 铣削：待判定）');
  });

  it('counts what it waits for besides', () => {
    expect(words({ others: 2 })).toBe('等 20 铣削：还差 12 件，另等 2 道工序');
  });

  it('has words for everything that can be waited for, in every language', () => {
    for (const lang of LANGS) {
      const allTexts = WAITS_FOR.map((one) =>
        words({ for: one, at: one === 'process' ? milling : null }, 1, lang),
      );
      expect(new Set(allTexts).size).toBe(WAITS_FOR.length);
      for (const one of allTexts) expect(one).not.toContain('{{');
    }
  });
});
