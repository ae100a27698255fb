import { getBatchPath, type BatchAnswer } from '#shared/answers/batch.ts';
import type { StateMachine } from '#shared/kernel/machine.ts';
import { workOrderStateMachine, type OrderEvent, type OrderState } from '#shared/machines/work-order.ts';
import { RefusedCallError, type CallFunction, type TestFactory } from './floor.ts';
import { makeUniqueText } from './makers.ts';
import { startWork } from './reports.ts';
import { thenRun, type IllegalOutcome, type StateEventCalls } from './state-event-tests.ts';

interface OrderRow {
  id: number;
  processId: number;
  reportIds: number[];
}

/** The events that the server derives from reports. */
type ReportedOrderEvent = Extract<OrderEvent, 'report' | 'complete' | 'retract'>;

/** The outcome of a report in a state that does not allow the event; null if the state allows it. */
const REPORT_OUTCOMES: Record<OrderState, Record<ReportedOrderEvent, IllegalOutcome | null>> = {
  // `rowNotFound`: an order that `prepareOrders` brings into this state has no report that can be reversed.
  draft: { report: 'orderState', complete: 'orderState', retract: 'rowNotFound' },
  released: { report: null, complete: null, retract: 'rowNotFound' },
  cancelled: { report: 'orderState', complete: 'orderState', retract: 'rowNotFound' },
  inProgress: { report: 'keepsState', complete: null, retract: null },
  completed: { report: 'processState', complete: 'processState', retract: null },
  closed: { report: 'orderState', complete: 'orderState', retract: 'rowNotFound' },
  suspended: { report: 'orderState', complete: 'orderState', retract: 'rowNotFound' },
};

const PLANNED_QUANTITY = 3;

/** The events of a work order that a planner triggers, for one order or for many. */
const PLANNER_EVENTS = ['release', 'suspend', 'resume', 'close', 'reopen', 'cancel'] as const;
/** The part of the state machine of a work order that planners control. */
export const plannerStateMachine: StateMachine<OrderState, (typeof PLANNER_EVENTS)[number]> = {
  ...workOrderStateMachine,
  name: 'workOrder in batches',
  events: PLANNER_EVENTS,
};

/** Calls the batch of a command with one row, and rejects with the refusal of this row. */
async function callBatchOfOne(call: CallFunction, path: string, row: Record<string, unknown>): Promise<void> {
  const batchPath = getBatchPath(path);
  const { rows } = await call<BatchAnswer>(batchPath, { rows: JSON.stringify([row]) });
  const { answer } = rows[0]!;
  if (!answer.success) throw new RefusedCallError(batchPath, answer as never);
}

/** Prepares the calls of orders. `inBatches` moves the orders by the batch of each command. */
export async function prepareOrders(
  factory: TestFactory,
  { inBatches = false } = {},
): Promise<StateEventCalls<OrderState, OrderEvent, OrderRow>> {
  const { call, connection, factoryId } = factory;
  // One person may operate a hundred machines, so no report is refused because of another one.
  const template = await factory.createOrder(PLANNED_QUANTITY, [{ name: 'Turning', manMachineRatio: 0.01 }]);
  const readOrder = ({ id }: OrderRow) =>
    call<{ version: number; state: OrderState }>('/mes/order/get', { id });
  const makeOrderMove = (event: string) => async (row: OrderRow) => {
    const path = `/mes/order/${event}`;
    const fields = { id: row.id, version: (await readOrder(row)).version };
    await (inBatches ? callBatchOfOne(call, path, fields) : call(path, fields));
  };
  const recordWork = async (row: OrderRow, good: number) => {
    const { reportId } = await call<{ reportId: number }>('/mes/report/record', {
      processId: row.processId,
      good,
      minutes: 1,
    });
    row.reportIds.push(reportId);
  };
  const readGoodQuantity = ({ processId }: OrderRow) =>
    call<{ good: number }>('/mes/process/get', { id: processId }).then((process) => process.good);
  const addDraft = async (): Promise<OrderRow> => {
    const { id } = await call<{ id: number }>('/mes/order/copy', {
      id: template.id,
      code: makeUniqueText('S'),
      quantity: PLANNED_QUANTITY,
    });
    const process = await connection.db
      .selectFrom('process as p')
      .innerJoin('part as t', (join) =>
        join.onRef('t.factoryId', '=', 'p.factoryId').onRef('t.id', '=', 'p.partId'),
      )
      .select('p.id')
      .where('p.factoryId', '=', factoryId)
      .where('t.orderId', '=', id)
      .executeTakeFirstOrThrow();
    return { id, processId: process.id, reportIds: [] };
  };
  const addReleasedOrder = thenRun(addDraft, makeOrderMove('release'));
  const draftSurvivor = await addDraft();
  const releasedSurvivor = await addReleasedOrder();
  /** Merges a draft into another draft, and any other order into a released order. */
  const mergeOrder = async (row: OrderRow) => {
    const { state, version } = await readOrder(row);
    const survivor = state === 'draft' ? draftSurvivor : releasedSurvivor;
    await call('/mes/order/merge', {
      id: survivor.id,
      version: (await readOrder(survivor)).version,
      orders: JSON.stringify([{ id: row.id, version }]),
    });
  };
  const addOrderInProgress = thenRun(addReleasedOrder, (row) => recordWork(row, 1));
  return {
    enter: {
      draft: addDraft,
      released: addReleasedOrder,
      inProgress: addOrderInProgress,
      completed: thenRun(addOrderInProgress, (row) => recordWork(row, PLANNED_QUANTITY - 1)),
      closed: thenRun(addReleasedOrder, makeOrderMove('close')),
      suspended: thenRun(addReleasedOrder, makeOrderMove('suspend')),
      cancelled: thenRun(addDraft, makeOrderMove('cancel')),
    },
    fire: {
      release: makeOrderMove('release'),
      suspend: makeOrderMove('suspend'),
      resume: makeOrderMove('resume'),
      close: makeOrderMove('close'),
      reopen: makeOrderMove('reopen'),
      cancel: makeOrderMove('cancel'),
      merge: mergeOrder,
      report: ({ processId }) => startWork(call, processId, 1),
      complete: async (row) => recordWork(row, Math.max(1, PLANNED_QUANTITY - (await readGoodQuantity(row)))),
      retract: ({ reportIds, id }) =>
        call('/mes/report/reverse', { reportId: reportIds.at(-1) ?? id, reason: 'counted wrong' }),
    },
    readState: async (row) => (await readOrder(row)).state,
    getIllegalOutcome: (state, event) =>
      event === 'report' || event === 'complete' || event === 'retract'
        ? REPORT_OUTCOMES[state][event]!
        : 'orderState',
  };
}
