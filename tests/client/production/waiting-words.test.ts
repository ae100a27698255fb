import { describe, expect, it } from 'vitest';
import { LANGS, type Lang } from '#shared/kernel/lang.ts';
import { WAITING_REASONS, type ProcessWait } from '#shared/ledger/waiting.ts';
import { translateTerm } from '#shared/terms/index.ts';
import { describeWaiting } from '#client/production/describe-waiting.ts';

const millingProcess = { processId: 2, seq: 20, name: '铣削', partId: 1, partName: '底板' };
const turningProcess = { processId: 1, seq: 10, name: '车削', partId: 1, partName: '底板' };
const makeProcessWait = (overrides: Partial<ProcessWait>): ProcessWait => ({
  for: 'process',
  quantity: 12,
  at: millingProcess,
  others: 0,
  root: null,
  rootFor: 'start',
  ...overrides,
});
const formatWaitingText = (overrides: Partial<ProcessWait>, partId = 1, lang: Lang = 'zh_CN') =>
  describeWaiting(makeProcessWait(overrides), partId, (key, params) => translateTerm(lang, key, params));

describe('what a process waits for, in words', () => {
  it('names the process and what is missing', () => {
    expect(formatWaitingText({})).toBe('等 20 铣削：还差 12 件');
    expect(formatWaitingText({}, 1, 'en_US')).toBe('Waiting for 12 pcs from 20 铣削');
    expect(formatWaitingText({ quantity: 1 }, 1, 'en_US')).toBe('Waiting for 1 pc from 20 铣削');
    expect(formatWaitingText({ quantity: 0.5 })).toBe('等 20 铣削：还差 0.5 件');
  });

  it('names the part too if it is another part', () => {
    expect(formatWaitingText({}, 7)).toBe('等 底板 20 铣削：还差 12 件');
  });

  it('names the process that blocks the line, and why', () => {
    expect(formatWaitingText({ root: turningProcess, rootFor: 'rework' })).toBe(
      '等 20 铣削：还差 12 件（卡在 10 车削：待返工）',
    );
    expect(formatWaitingText({ root: turningProcess, rootFor: 'running' })).toBe(
      '等 20 铣削：还差 12 件（卡在 10 车削：加工中）',
    );
    // The previous process itself is blocked.
    expect(formatWaitingText({ rootFor: 'decision' })).toBe('等 20 铣削：还差 12 件（卡在 20 铣削：待判定）');
  });

  it('counts the other processes that it waits for', () => {
    expect(formatWaitingText({ others: 2 })).toBe('等 20 铣削：还差 12 件，另等 2 道工序');
  });

  it('has words for everything that can be waited for, in every language', () => {
    for (const lang of LANGS) {
      const allTexts = WAITING_REASONS.map((reason) =>
        formatWaitingText({ for: reason, at: reason === 'process' ? millingProcess : null }, 1, lang),
      );
      expect(new Set(allTexts).size).toBe(WAITING_REASONS.length);
      for (const text of allTexts) expect(text).not.toContain('{{');
    }
  });
});
