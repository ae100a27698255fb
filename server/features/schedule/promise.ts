import { sql } from 'kysely';
import type { SchedulePromise } from '#shared/answers/schedule/promise.ts';
import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { hasOrderEnded, type OrderState } from '#shared/machines/work-order.ts';
import { FairTaskLimiter } from '../../call/slot-queue.ts';
import { getDatabaseTime } from '../../db/clock.ts';
import type { Db } from '../../db/database.ts';
import { readPlanInput, readSnapshot } from '../../planning/schedule/read-plan-input.ts';
import { readScheduleSetting } from '../../planning/schedule/read-setting.ts';
import { runPromisePlanning } from '../../planning/schedule/run-planner.ts';
import { nameCauses } from '../../planning/schedule/name-causes.ts';

/** Limits how many promises are computed at the same time, and how many more of one account may wait. */
const limiter = new FairTaskLimiter(2, 3);

interface PromiseInput {
  orderId: number;
  /** The day that the order would be due; null if it would have no due date. The stored due date does not count. */
  dueDate: string | null;
}

/** Refuses an order that does not exist or has ended. @throws rowNotFound */
async function refuseEndedOrder(db: Db, factoryId: number, orderId: number): Promise<void> {
  const { rows } = await sql<{ state: OrderState }>`
    select state from work_order where factory_id = ${factoryId} and id = ${orderId} and deleted_at is null`.execute(
    db,
  );
  if (!rows[0] || hasOrderEnded(rows[0].state)) throw makeError('rowNotFound');
}

/** Plans the order into the gaps of the present plan. */
async function planOrder(
  db: Db,
  user: CurrentUser,
  { orderId, dueDate }: PromiseInput,
): Promise<SchedulePromise> {
  await refuseEndedOrder(db, user.factoryId, orderId);
  const { horizonDays } = await readScheduleSetting(db, user.factoryId);
  const noFields = { workGroupId: null, deviceId: null, hours: null, from: null, until: null };
  const request = {
    keep: 'repairPlan',
    goal: 'tardiness',
    horizonDays,
    patches: dueDate === null ? [] : [{ kind: 'otherDueDate', orderId, dueDate, ...noFields } as const],
    promisedOrderId: orderId,
  } as const;
  const { input, sourceData } = await readSnapshot(db, (snapshot) =>
    readPlanInput(snapshot, user, request, getDatabaseTime(db)),
  );
  const works = sourceData.openWork.works.filter((work) => work.orderId === orderId);
  const orders =
    dueDate === null
      ? input.orders.map((row) => (row.id === orderId ? { ...row, due: null } : row))
      : input.orders;
  const { order, unplaced } = await runPromisePlanning({ ...input, orders }, orderId);
  const { end, lateBy, chain, causes } = order;
  const reasons = new Map(unplaced.map(({ task, reason }) => [task, reason]));
  const unplacedRows = sourceData.taskWorks.flatMap(({ task, processId, name, orderId: taskOrderId }) => {
    const reason = taskOrderId === orderId ? reasons.get(task) : undefined;
    return reason === undefined ? [] : [{ processId, name, reason }];
  });
  return {
    now: input.now,
    end,
    lateBy,
    chain,
    causes: await nameCauses(db, user.factoryId, causes),
    isBesidePlan: input.last !== null,
    processCount: works.length,
    // The answer names whole processes, even if a process is split into shares.
    unplaced: [...new Map(unplacedRows.map((row) => [row.processId, row])).values()],
  };
}

/**
 * Computes when an order could be ready if all planned work stays where it is. The order may be a draft.
 * @throws rowNotFound, tooManyRequests
 */
export const promiseOrder = (db: Db, user: CurrentUser, input: PromiseInput): Promise<SchedulePromise> =>
  limiter.run(() => planOrder(db, user, input), user.accountId);
