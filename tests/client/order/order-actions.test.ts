import { describe, expect, it } from 'vitest';
import { findPlannerEvents } from '#client/features/order/actions.ts';
import {
  findProcessActions,
  mayCloseReport,
  mayReverseReport,
} from '#client/production/reporting/process-actions.ts';
import type { OpenReport } from '#shared/ledger/process-progress.ts';
import type { PermissionCode } from '#shared/kernel/permissions.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { PROCESS_EVENTS_BY_STATE, PROCESS_STATES } from '#shared/ledger/process-state.ts';
import { ORDER_STATES } from '#shared/machines/work-order.ts';
import { makeProcess } from './make-process.ts';

const makeUser = (...permissions: PermissionCode[]) =>
  ({ employeeId: 7, permissions }) as unknown as CurrentUser;
const makeOpenReport = (...employeeIds: number[]): OpenReport => ({
  reportId: 1,
  phase: 'run',
  isRework: false,
  deviceId: null,
  startedAt: '2026-11-21T00:00:00.000Z',
  started: 1,
  deviceName: null,
  cardId: null,
  people: employeeIds.map((employeeId) => ({ employeeId, name: String(employeeId) })),
});

describe('what a planner may do with an order', () => {
  it('follows the state machine, and the event that moves the order forward comes first', () => {
    const planner = makeUser('WORK_ORDER_MODIFY', 'WORK_ORDER_REOPEN');
    expect(
      Object.fromEntries(ORDER_STATES.map((state) => [state, findPlannerEvents(state, planner)])),
    ).toEqual({
      draft: ['release', 'cancel'],
      released: ['suspend', 'close', 'cancel'],
      inProgress: ['suspend', 'close'],
      completed: ['close'],
      closed: ['reopen'],
      suspended: ['resume', 'close', 'cancel'],
      cancelled: [],
    });
  });

  it('is nothing without the permission; reopening needs its own permission', () => {
    for (const state of ORDER_STATES) expect(findPlannerEvents(state, makeUser('WORK_ORDER'))).toEqual([]);
    expect(findPlannerEvents('closed', makeUser('WORK_ORDER_MODIFY'))).toEqual([]);
  });
});

describe('what may be reported at a process', () => {
  const worker = makeUser('TASK_REPORT');

  it('is what its state allows while its order is under way', () => {
    for (const state of PROCESS_STATES) {
      const row = makeProcess({ state, receivable: 2, allowed: [...PROCESS_EVENTS_BY_STATE[state]] });
      for (const orderState of ORDER_STATES) {
        const actions = findProcessActions({ ...row, orderState }, worker);
        const isUnderWay =
          orderState === 'released' || orderState === 'inProgress' || orderState === 'completed';
        expect([state, orderState, actions.start]).toEqual([
          state,
          orderState,
          isUnderWay && PROCESS_EVENTS_BY_STATE[state].includes('start'),
        ]);
        expect([state, orderState, actions.receive]).toEqual([
          state,
          orderState,
          isUnderWay && PROCESS_EVENTS_BY_STATE[state].includes('receive'),
        ]);
        expect([actions.suspend, actions.resume, actions.modify]).toEqual([false, false, false]);
      }
    }
  });

  it('is nothing for users who may only read, and receiving needs pieces that have arrived', () => {
    expect(findProcessActions(makeProcess(), makeUser('WORK_ORDER'))).toEqual({
      receive: false,
      start: false,
      rework: false,
      suspend: false,
      resume: false,
      modify: false,
    });
    expect(findProcessActions(makeProcess({ receivable: 0 }), worker)).toMatchObject({
      receive: false,
      start: true,
    });
  });

  it('suspending and changing a process need their own permission, and an order that has not ended', () => {
    const planner = makeUser('PROCESS_MODIFY');
    expect(findProcessActions(makeProcess(), planner)).toMatchObject({
      start: false,
      suspend: true,
      modify: true,
    });
    expect(
      findProcessActions(makeProcess({ state: 'suspended', allowed: ['resume'] }), planner),
    ).toMatchObject({
      suspend: false,
      resume: true,
    });
    expect(findProcessActions(makeProcess({ orderState: 'closed' }), planner)).toMatchObject({
      suspend: false,
      modify: false,
    });
  });
});

describe('a report of a process', () => {
  const runningProcess = makeProcess({ state: 'processing', allowed: ['unfinished', 'finish'] });

  it('can be closed by people who take part, and by people who report for the team', () => {
    expect(mayCloseReport(runningProcess, makeOpenReport(7, 8), 'finish', makeUser('TASK_REPORT'))).toBe(
      true,
    );
    expect(mayCloseReport(runningProcess, makeOpenReport(8), 'finish', makeUser('TASK_REPORT'))).toBe(false);
    expect(mayCloseReport(runningProcess, makeOpenReport(8), 'finish', makeUser('TASK_REPORT_TEAM'))).toBe(
      true,
    );
    expect(mayCloseReport(runningProcess, makeOpenReport(7), 'finish', makeUser('WORK_ORDER'))).toBe(false);
  });

  it('can still be closed when the order was suspended or closed meanwhile', () => {
    for (const orderState of ['suspended', 'closed'] as const) {
      expect(
        mayCloseReport(
          { ...runningProcess, orderState },
          makeOpenReport(7),
          'unfinished',
          makeUser('TASK_REPORT'),
        ),
      ).toBe(true);
    }
    expect(
      mayCloseReport(
        { ...runningProcess, orderState: 'cancelled' },
        makeOpenReport(7),
        'unfinished',
        makeUser('TASK_REPORT'),
      ),
    ).toBe(false);
    expect(
      mayCloseReport(
        makeProcess({ allowed: ['start'] }),
        makeOpenReport(7),
        'unfinished',
        makeUser('TASK_REPORT'),
      ),
    ).toBe(false);
  });

  it('can be reversed by the same people, until the order is closed', () => {
    const ownPeople = [{ employeeId: 7 }];
    expect(mayReverseReport(runningProcess, ownPeople, makeUser('TASK_REPORT'))).toBe(true);
    expect(mayReverseReport(runningProcess, [{ employeeId: 8 }], makeUser('TASK_REPORT'))).toBe(false);
    expect(mayReverseReport(runningProcess, [], makeUser('TASK_REPORT_REVERSE'))).toBe(true);
    expect(
      mayReverseReport(
        { ...runningProcess, orderState: 'closed' },
        ownPeople,
        makeUser('TASK_REPORT_REVERSE'),
      ),
    ).toBe(false);
  });
});
