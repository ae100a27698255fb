import { describe, expect, it } from 'vitest';
import { choosePartToShow } from '#client/features/order/parts/choose-part.ts';
import { buildHistoryRows } from '#client/features/order/reporting/history-rows.ts';
import type { Entity } from '#shared/entities/index.ts';
import { makeProcess } from './make-process.ts';
import { calculateDoneShare } from '#shared/ledger/ledger.ts';

describe('the progress of an order', () => {
  it('measures a process against what it still has to deliver', () => {
    expect(calculateDoneShare(makeProcess({ good: 4, concession: 1 }))).toBe(0.5);
    expect(calculateDoneShare(makeProcess({ good: 4, inheritedLoss: 6 }))).toBe(1);
    expect(calculateDoneShare(makeProcess({ inheritedLoss: 10 }))).toBe(1);
    expect(calculateDoneShare(makeProcess({ good: 12 }))).toBe(1);
  });

  it('shows the part of the current process first, or the assembly if there is none', () => {
    const parts = [
      { id: 1, parentId: 8 },
      { id: 8, parentId: null },
    ];
    const currentProgress = { kind: 'running', total: 1, processes: [makeProcess({ partId: 1 })] } as const;
    expect(choosePartToShow({ ...currentProgress, processes: [...currentProgress.processes] }, parts)).toBe(
      1,
    );
    expect(choosePartToShow(null, parts)).toBe(8);
    expect(choosePartToShow(null, [])).toBeNull();
  });
});

describe('the history of a part', () => {
  const makeReport = (overrides: Partial<Entity<'workReport'>>) =>
    ({
      id: 1,
      kind: 'finish',
      received: 0,
      started: 5,
      processId: 1,
      people: [],
      reversesId: null,
      reversedAt: null,
      reversedBy: null,
      remark: null,
      ...overrides,
    }) as Entity<'workReport'>;

  it('strikes a reversed report through, with person and reason; the reversal has no line of its own', () => {
    const rows = buildHistoryRows([
      makeReport({ id: 3, reversesId: 2, remark: 'counted wrong' }),
      makeReport({ id: 2, reversedAt: '2026-11-21T08:00:00.000Z', reversedBy: 'Wang' }),
      makeReport({ id: 1, kind: 'receive', received: 9, started: 0 }),
    ]);
    expect(rows.map(({ id, begunQuantity: begun, reversal: reversed }) => ({ id, begun, reversed }))).toEqual(
      [
        {
          id: 2,
          begun: 5,
          reversed: { by: 'Wang', at: '2026-11-21T08:00:00.000Z', reason: 'counted wrong' },
        },
        { id: 1, begun: 9, reversed: null },
      ],
    );
  });
});
