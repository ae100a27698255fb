import { describe, expect, it } from 'vitest';
import { mayClose, mayReverse, plannerEvents, processActions } from '#client/features/order/actions.ts';
import type { OpenReport } from '#shared/ledger/process-progress.ts';
import type { PermissionCode } from '#shared/kernel/permissions.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { PROCESS_MOVES, PROCESS_STATES } from '#shared/ledger/process-state.ts';
import { ORDER_STATES } from '#shared/machines/work-order.ts';
import { process } from './order-process.ts';

const user = (...permissions: PermissionCode[]) => ({ employeeId: 7, permissions }) as unknown as CurrentUser;
const open = (...employees: number[]): OpenReport => ({
  reportId: 1,
  phase: 'run',
  deviceId: null,
  startedAt: '2026-11-21T00:00:00.000Z',
  started: 1,
  deviceName: null,
  people: employees.map((employeeId) => ({ employeeId, name: String(employeeId) })),
});

describe('what a planner may do with an order', () => {
  it('follows the machine, the way forward first', () => {
    const planner = user('WORK_ORDER_MODIFY', 'WORK_ORDER_REOPEN');
    expect(Object.fromEntries(ORDER_STATES.map((state) => [state, plannerEvents(state, planner)]))).toEqual({
      draft: ['release', 'cancel'],
      released: ['suspend', 'close', 'cancel'],
      inProgress: ['suspend', 'close'],
      completed: ['close'],
      closed: ['reopen'],
      suspended: ['resume', 'close', 'cancel'],
      cancelled: [],
    });
  });

  it('is nothing without the permission, and reopening has one of its own', () => {
    for (const state of ORDER_STATES) expect(plannerEvents(state, user('WORK_ORDER'))).toEqual([]);
    expect(plannerEvents('closed', user('WORK_ORDER_MODIFY'))).toEqual([]);
  });
});

describe('what may be reported at a process', () => {
  const worker = user('TASK_REPORT');

  it('is what its state allows while its order is under way', () => {
    for (const state of PROCESS_STATES) {
      const row = process({ state, receivable: 2, allowed: [...PROCESS_MOVES[state]] });
      for (const orderState of ORDER_STATES) {
        const may = processActions({ ...row, orderState }, worker);
        const underWay =
          orderState === 'released' || orderState === 'inProgress' || orderState === 'completed';
        expect([state, orderState, may.start]).toEqual([
          state,
          orderState,
          underWay && PROCESS_MOVES[state].includes('start'),
        ]);
        expect([state, orderState, may.receive]).toEqual([
          state,
          orderState,
          underWay && PROCESS_MOVES[state].includes('receive'),
        ]);
        expect([may.suspend, may.resume, may.modify]).toEqual([false, false, false]);
      }
    }
  });

  it('is nothing for users who may only read, and receiving needs pieces that have arrived', () => {
    expect(processActions(process(), user('WORK_ORDER'))).toEqual({
      receive: false,
      start: false,
      suspend: false,
      resume: false,
      modify: false,
    });
    expect(processActions(process({ receivable: 0 }), worker)).toMatchObject({ receive: false, start: true });
  });

  it('stops and changes processes with the permission of its own, until the order is over', () => {
    const planner = user('PROCESS_MODIFY');
    expect(processActions(process(), planner)).toMatchObject({ start: false, suspend: true, modify: true });
    expect(processActions(process({ state: 'suspended', allowed: ['resume'] }), planner)).toMatchObject({
      suspend: false,
      resume: true,
    });
    expect(processActions(process({ orderState: 'closed' }), planner)).toMatchObject({
      suspend: false,
      modify: false,
    });
  });
});

describe('whose report it is', () => {
  const running = process({ state: 'processing', allowed: ['unfinished', 'finish'] });

  it('is closed by those who take part, or by whoever reports for the team', () => {
    expect(mayClose(running, open(7, 8), 'finish', user('TASK_REPORT'))).toBe(true);
    expect(mayClose(running, open(8), 'finish', user('TASK_REPORT'))).toBe(false);
    expect(mayClose(running, open(8), 'finish', user('TASK_REPORT_TEAM'))).toBe(true);
    expect(mayClose(running, open(7), 'finish', user('WORK_ORDER'))).toBe(false);
  });

  it('can still be closed when the order was suspended or closed meanwhile', () => {
    for (const orderState of ['suspended', 'closed'] as const) {
      expect(mayClose({ ...running, orderState }, open(7), 'unfinished', user('TASK_REPORT'))).toBe(true);
    }
    expect(
      mayClose({ ...running, orderState: 'cancelled' }, open(7), 'unfinished', user('TASK_REPORT')),
    ).toBe(false);
    expect(mayClose(process({ allowed: ['start'] }), open(7), 'unfinished', user('TASK_REPORT'))).toBe(false);
  });

  it('can be reversed by the same people, until the order is closed', () => {
    const mine = [{ employeeId: 7 }];
    expect(mayReverse(running, mine, user('TASK_REPORT'))).toBe(true);
    expect(mayReverse(running, [{ employeeId: 8 }], user('TASK_REPORT'))).toBe(false);
    expect(mayReverse(running, [], user('TASK_REPORT_REVERSE'))).toBe(true);
    expect(mayReverse({ ...running, orderState: 'closed' }, mine, user('TASK_REPORT_REVERSE'))).toBe(false);
  });
});
