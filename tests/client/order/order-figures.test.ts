import { describe, expect, it } from 'vitest';
import {
  computePartProgress,
  choosePartToShow,
  sumStuckPieces,
  findCurrentProcesses,
} from '#client/features/order/order-figures.ts';
import { buildHistoryRows } from '#client/features/order/reporting/history-rows.ts';
import type { Entity } from '#shared/entities/index.ts';
import { makeProcess } from './make-process.ts';
import { calculateDoneShare } from '#shared/ledger/ledger.ts';

const completedProcess = makeProcess({ state: 'completed', received: 10, good: 10, hasRun: true });
const runningProcess = makeProcess({
  processId: 2,
  seq: 20,
  state: 'processing',
  open: [
    {
      reportId: 5,
      phase: 'run',
      isRework: false,
      startedAt: '2026-11-21T00:00:00.000Z',
      started: 4,
      deviceId: null,
      deviceName: null,
      people: [],
    },
  ],
});
const idleProcess = makeProcess({ processId: 3, seq: 30, arrived: 0 });

describe('the progress of a part', () => {
  it('has the most urgent state of its processes, and is completed when all are', () => {
    expect(computePartProgress([])).toEqual({ state: null, done: 0, processCount: 0 });
    expect(computePartProgress([idleProcess])).toEqual({ state: 'notStarted', done: 0, processCount: 1 });
    expect(computePartProgress([completedProcess, runningProcess, idleProcess])).toEqual({
      state: 'processing',
      done: 1,
      processCount: 3,
    });
    expect(computePartProgress([completedProcess, idleProcess])).toEqual({
      state: 'unfinished',
      done: 1,
      processCount: 2,
    });
    expect(computePartProgress([completedProcess, { ...idleProcess, state: 'suspended' }]).state).toBe(
      'suspended',
    );
    expect(
      computePartProgress([
        completedProcess,
        { ...completedProcess, processId: 4, state: 'specialAcceptance' },
      ]),
    ).toEqual({
      state: 'completed',
      done: 2,
      processCount: 2,
    });
  });

  it('measures a process against what it still has to deliver', () => {
    expect(calculateDoneShare(makeProcess({ good: 4, concession: 1 }))).toBe(0.5);
    expect(calculateDoneShare(makeProcess({ good: 4, inheritedLoss: 6 }))).toBe(1);
    expect(calculateDoneShare(makeProcess({ inheritedLoss: 10 }))).toBe(1);
    expect(calculateDoneShare(makeProcess({ good: 12 }))).toBe(1);
  });
});

describe('the current processes of an order', () => {
  it('are those with running work, otherwise those with waiting pieces, otherwise none', () => {
    const waitingProcess = makeProcess({ processId: 4, arrived: 2 });
    expect(findCurrentProcesses([completedProcess, runningProcess, waitingProcess])).toEqual({
      kind: 'running',
      processes: [runningProcess],
    });
    expect(findCurrentProcesses([completedProcess, idleProcess, waitingProcess])).toEqual({
      kind: 'waiting',
      processes: [waitingProcess],
    });
    expect(findCurrentProcesses([completedProcess, idleProcess])).toBeNull();
    expect(findCurrentProcesses([{ ...waitingProcess, state: 'scrapped' }])).toBeNull();
  });

  it('have stuck pieces: those that are scrapped, on hold or to be reworked', () => {
    expect(
      sumStuckPieces([completedProcess, makeProcess({ scrap: 0.1, hold: 3 }), makeProcess({ scrap: 0.2 })]),
    ).toEqual([
      { name: 'scrap', quantity: 0.3 },
      { name: 'hold', quantity: 3 },
    ]);
    expect(sumStuckPieces([completedProcess])).toEqual([]);
  });

  it('shows the part of the current process first, or the assembly if there is none', () => {
    const parts = [
      { id: 1, parentId: 8 },
      { id: 8, parentId: null },
    ];
    expect(choosePartToShow([completedProcess, { ...runningProcess, partId: 1 }], parts)).toBe(1);
    expect(choosePartToShow([], parts)).toBe(8);
    expect(choosePartToShow([], [])).toBeNull();
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
