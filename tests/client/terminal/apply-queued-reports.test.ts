import { describe, expect, it } from 'vitest';
import type { TerminalProcess } from '#shared/answers/terminal.ts';
import { findOwnWork, applyQueuedReports } from '#client/features/terminal/offline/apply-queued-reports.ts';
import type { QueuedReport } from '#client/features/terminal/offline/queued-report.ts';

const EMPTY_LEDGER = {
  machinable: 0,
  inWork: 0,
  good: 0,
  concession: 0,
  reworkOpen: 0,
  inRework: 0,
  scrap: 0,
  hold: 0,
  outsourced: 0,
};
const makeProcess = (processId: number, seq: number, arrived: number) =>
  ({
    ...EMPTY_LEDGER,
    processId,
    partId: 1,
    seq,
    name: `P${processId}`,
    arrived,
    received: 0,
    target: 12,
    plannedQuantity: 12,
    orderState: 'released',
    state: 'notStarted',
    needsReceive: false,
    leapfrog: false,
    open: [],
    next: { step: null, quantity: 0, waitsFor: null },
  }) as unknown as TerminalProcess;
const makeReport = (verb: string, fields: object, overrides: Partial<QueuedReport> = {}): QueuedReport => ({
  id: `${verb} ${JSON.stringify(fields)}`,
  path: `/mes/report/${verb}`,
  fields: { ...fields },
  employeeId: 7,
  name: 'Wang',
  token: null,
  processId: 1,
  partId: 1,
  at: '2026-11-20T08:00:00.000Z',
  pressed: verb,
  place: '',
  ...overrides,
});
const turning = makeProcess(1, 10, 12);
const milling = makeProcess(2, 20, 0);
const start = makeReport('start', { processId: 1, quantity: 12 }, { placeholderId: -5 });
const finishReport = makeReport('finish', { reportId: -5, good: 8, scrap: 1, rework: 0 });

describe('The reports that wait on a device', () => {
  it('offer the finish of a start to its person only', () => {
    const [process] = applyQueuedReports([turning, milling], [start], 7);
    expect(process).toMatchObject({ state: 'processing', machinable: 0, inWork: 12 });
    expect(process!.next).toEqual({ step: 'finish', quantity: 12, waitsFor: null });
    expect(process!.open).toMatchObject([{ reportId: -5, startedAt: '2026-11-20T08:00:00.000Z' }]);
    expect(applyQueuedReports([turning, milling], [start], 8)[0]!.next.step).not.toBe('finish');
  });

  it('pass the finished pieces on, and leave the others to be started', () => {
    const [process, next] = applyQueuedReports([turning, milling], [start, finishReport], 7);
    expect(process).toMatchObject({ good: 8, scrap: 1, inWork: 0, machinable: 3, open: [] });
    expect(process!.next).toMatchObject({ step: 'start', quantity: 3 });
    expect(next).toMatchObject({ arrived: 8, receivable: 8 });
    expect(next!.next).toMatchObject({ step: null, waitsFor: { name: 'P1' } });
  });

  it('change neither what was seen nor processes of other parts', () => {
    const otherProcess = { ...makeProcess(3, 10, 5), partId: 2 };
    const [, unchangedProcess] = applyQueuedReports([turning, otherProcess], [start], 7);
    expect(unchangedProcess).toBe(otherProcess);
    expect(turning).toMatchObject({ inWork: 0, open: [] });
  });

  it('put a started process among the work of its person', () => {
    const rows = applyQueuedReports([turning], [start], 7).map((row) => ({
      ...row,
      dueDate: null,
      cardId: null,
      cardCode: 'C',
      turn: null,
    }));
    expect(findOwnWork([], rows, 7).map(({ processId }) => processId)).toEqual([1]);
    expect(findOwnWork([], rows, 8)).toEqual([]);
  });
});
