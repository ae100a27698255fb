import { sql } from 'kysely';
import type { SchedulePromise } from '#shared/answers/schedule/promise.ts';
import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { hasOrderEnded, type OrderState } from '#shared/machines/work-order.ts';
import { FairTaskLimiter } from '../../call/slot-queue.ts';
import { getDatabaseTime } from '../../db/clock.ts';
import type { Db } from '../../db/database.ts';
import type { PlannedOrder, Proposal } from '#shared/planning/engine/proposal.ts';
import { makeStoredBasis } from '../../planning/schedule/compare-basis.ts';
import { readPlanInput, readSnapshot } from '../../planning/schedule/read-plan-input.ts';
import { readScheduleSetting } from '../../planning/schedule/read-setting.ts';
import { runPlanner, type PlannerJob } from '../../planning/schedule/run-planner.ts';
import { makePlanFrame, unpackPlan } from '../../planning/schedule/stored-plan.ts';
import { nameCauses } from '../../planning/schedule/name-causes.ts';

/** How many plans are tried if there is no present plan that could be kept. */
const PASSES = 30;
/** Limits how many promises are computed at the same time, and how many more of one account may wait. */
const limiter = new FairTaskLimiter(2, 3);

interface PromiseInput {
  orderId: number;
  dueDate: string | null;
}

/** @throws rowNotFound if there is no such order, or if it has ended */
async function refuseEndedOrder(db: Db, factoryId: number, orderId: number): Promise<void> {
  const { rows } = await sql<{ state: OrderState }>`
    select state from work_order where factory_id = ${factoryId} and id = ${orderId} and deleted_at is null`.execute(
    db,
  );
  if (!rows[0] || hasOrderEnded(rows[0].state)) throw makeError('rowNotFound');
}

async function runPlan(job: PlannerJob): Promise<Proposal> {
  const result = await runPlanner(job, () => undefined).result;
  return unpackPlan(result!.plan).proposal;
}

const findOrder = ({ orders }: Proposal, orderId: number): PlannedOrder =>
  orders.find(({ id }) => id === orderId)!;

/**
 * Finds the causes of the time until an order on time is ready. The planner explains only late orders, so a second plan
 * has the due date of this order at now, and keeps all other orders where the first plan has put them.
 * @returns no causes if the order ends at another time in the second plan
 */
async function explainOrderOnTime(
  job: PlannerJob,
  { placed }: Proposal,
  order: PlannedOrder,
): Promise<PlannedOrder['causes']> {
  const { input } = job;
  const orderOfTask = new Map(input.tasks.map((task) => [task.id, task.order]));
  const explained = {
    ...input,
    keep: 'repair' as const,
    last: placed.filter(({ task }) => orderOfTask.get(task) !== order.id),
    orders: input.orders.map((other) => (other.id === order.id ? { ...other, due: input.now } : other)),
  };
  const proposal = await runPlan({ ...job, input: explained, presentInput: explained, passes: 1 });
  const { end, causes } = findOrder(proposal, order.id);
  return end === order.end ? causes : [];
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
  const reading = await readSnapshot(db, (snapshot) =>
    readPlanInput(snapshot, user, request, getDatabaseTime(db)),
  );
  const { input, basis } = reading;
  const job = {
    input,
    presentInput: input,
    frame: makePlanFrame(input, basis),
    basis: makeStoredBasis(reading),
    passes: PASSES,
  };
  const proposal = await runPlan(job);
  const works = new Map(
    basis.open.works.filter((work) => work.orderId === orderId).map((work) => [work.processId, work]),
  );
  const order = findOrder(proposal, orderId);
  const { end, lateBy, chain } = order;
  const causes = end === null || lateBy > 0 ? order.causes : await explainOrderOnTime(job, proposal, order);
  return {
    now: input.now,
    end,
    lateBy,
    chain,
    causes: await nameCauses(db, user.factoryId, causes),
    isBesidePlan: input.last !== null,
    processCount: works.size,
    unplaced: proposal.unplaced.flatMap(({ task, reason }) => {
      const work = works.get(task);
      return work ? [{ processId: task, name: work.name, reason }] : [];
    }),
  };
}

/**
 * Computes when an order could be ready if all planned work stays where it is. The order may be a draft.
 * @throws rowNotFound, tooManyRequests
 */
export const promiseOrder = (db: Db, user: CurrentUser, input: PromiseInput): Promise<SchedulePromise> =>
  limiter.run(() => planOrder(db, user, input), user.accountId);
