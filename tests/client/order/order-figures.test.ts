import { describe, expect, it } from 'vitest';
import {
  partFigures,
  partToShow,
  findStuckProcesses,
  locateOrder,
} from '#client/features/order/order-figures.ts';
import { historyRows } from '#client/features/order/reporting/history-rows.ts';
import type { Entity } from '#shared/entities/index.ts';
import { process } from './order-process.ts';
import { doneShareOf } from '#shared/ledger/ledger.ts';

const done = process({ state: 'completed', received: 10, good: 10, hasRun: true });
const running = process({
  processId: 2,
  seq: 20,
  state: 'processing',
  open: [
    {
      reportId: 5,
      phase: 'run',
      startedAt: '2026-11-21T00:00:00.000Z',
      started: 4,
      deviceId: null,
      deviceName: null,
      people: [],
    },
  ],
});
const idle = process({ processId: 3, seq: 30, arrived: 0 });

describe('how a part stands', () => {
  it('has the most urgent state of its processes, and is completed when all are', () => {
    expect(partFigures([])).toEqual({ state: null, done: 0, processes: 0 });
    expect(partFigures([idle])).toEqual({ state: 'notStarted', done: 0, processes: 1 });
    expect(partFigures([done, running, idle])).toEqual({ state: 'processing', done: 1, processes: 3 });
    expect(partFigures([done, idle])).toEqual({ state: 'unfinished', done: 1, processes: 2 });
    expect(partFigures([done, { ...idle, state: 'suspended' }]).state).toBe('suspended');
    expect(partFigures([done, { ...done, processId: 4, state: 'specialAcceptance' }])).toEqual({
      state: 'completed',
      done: 2,
      processes: 2,
    });
  });

  it('measures a process against what it still has to deliver', () => {
    expect(doneShareOf(process({ good: 4, concession: 1 }))).toBe(0.5);
    expect(doneShareOf(process({ good: 4, inheritedLoss: 6 }))).toBe(1);
    expect(doneShareOf(process({ inheritedLoss: 10 }))).toBe(1);
    expect(doneShareOf(process({ good: 12 }))).toBe(1);
  });
});

describe('the current processes of an order', () => {
  it('are those with running work, otherwise those with waiting pieces, otherwise none', () => {
    const waiting = process({ processId: 4, arrived: 2 });
    expect(locateOrder([done, running, waiting])).toEqual({ kind: 'running', at: [running] });
    expect(locateOrder([done, idle, waiting])).toEqual({ kind: 'waiting', at: [waiting] });
    expect(locateOrder([done, idle])).toBeNull();
    expect(locateOrder([{ ...waiting, state: 'scrapped' }])).toBeNull();
  });

  it('is held up by what is lost, held or to be reworked once nothing moves', () => {
    expect(findStuckProcesses([done, process({ scrap: 0.1, hold: 3 }), process({ scrap: 0.2 })])).toEqual([
      { name: 'scrap', quantity: 0.3 },
      { name: 'hold', quantity: 3 },
    ]);
    expect(findStuckProcesses([done])).toEqual([]);
  });

  it('shows the part of the current process first, or the assembly if there is none', () => {
    const parts = [
      { id: 1, parentId: 8 },
      { id: 8, parentId: null },
    ];
    expect(partToShow([done, { ...running, partId: 1 }], parts)).toBe(1);
    expect(partToShow([], parts)).toBe(8);
    expect(partToShow([], [])).toBeNull();
  });
});

describe('the history of a part', () => {
  const report = (over: Partial<Entity<'workReport'>>) =>
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
      ...over,
    }) as Entity<'workReport'>;

  it('strikes a reversed report through, with person and reason; the reversal has no line of its own', () => {
    const rows = historyRows([
      report({ id: 3, reversesId: 2, remark: 'counted wrong' }),
      report({ id: 2, reversedAt: '2026-11-21T08:00:00.000Z', reversedBy: 'Wang' }),
      report({ id: 1, kind: 'receive', received: 9, started: 0 }),
    ]);
    expect(rows.map(({ id, begun, reversed }) => ({ id, begun, reversed }))).toEqual([
      { id: 2, begun: 5, reversed: { by: 'Wang', at: '2026-11-21T08:00:00.000Z', reason: 'counted wrong' } },
      { id: 1, begun: 9, reversed: null },
    ]);
  });
});
