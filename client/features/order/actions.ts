import { can } from '#shared/kernel/permissions.ts';
import { eventsFrom } from '#shared/kernel/machine.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { forbiddenBy } from '#shared/ledger/may-begin.ts';
import type { ProcessEvent } from '#shared/ledger/process-state.ts';
import { isOver, workOrderMachine, type OrderEvent, type OrderState } from '#shared/machines/work-order.ts';
import type { OpenReport, ProcessProgress } from '#shared/ledger/process-progress.ts';

/** What a planner does with an order. */
export type PlannerEvent = Extract<
  OrderEvent,
  'release' | 'suspend' | 'resume' | 'close' | 'reopen' | 'cancel'
>;

const PLANNER_EVENTS: readonly PlannerEvent[] = ['release', 'resume', 'reopen', 'suspend', 'close', 'cancel'];
const isPlanners = (event: OrderEvent): event is PlannerEvent =>
  (PLANNER_EVENTS as readonly OrderEvent[]).includes(event);

/** What this planner may do with an order in its state, the way forward first. */
export function plannerEvents(state: OrderState, user: CurrentUser): PlannerEvent[] {
  const legal = eventsFrom(workOrderMachine, state).filter(isPlanners);
  const allowed = legal.filter((event) =>
    can(user, event === 'reopen' ? 'WORK_ORDER_REOPEN' : 'WORK_ORDER_MODIFY'),
  );
  return PLANNER_EVENTS.filter((event) => allowed.includes(event));
}

const REPORT = ['TASK_REPORT', 'TASK_REPORT_TEAM'] as const;

/** What somebody may do at a process now: what its state and its order's allow and the permissions permit. */
interface ProcessActions {
  receive: boolean;
  start: boolean;
  suspend: boolean;
  resume: boolean;
  modify: boolean;
}

const statesAllow = (process: ProcessProgress, event: ProcessEvent): boolean =>
  forbiddenBy(process.orderState, process.state, event) === null;

/** What this person may do at a process. */
export function processActions(process: ProcessProgress, user: CurrentUser): ProcessActions {
  const mayReport = (event: ProcessEvent) => can(user, REPORT) && statesAllow(process, event);
  const modify = can(user, 'PROCESS_MODIFY');
  const allowed = (event: ProcessProgress['allowed'][number]) => process.allowed.includes(event);
  return {
    // Receiving is a step of its own only where the craft asks for it: elsewhere it is posted with the start.
    receive: mayReport('receive') && process.receivable > 0,
    start: mayReport('start'),
    suspend: modify && allowed('suspend') && !isOver(process.orderState),
    resume: modify && allowed('resume'),
    modify: modify && !isOver(process.orderState),
  };
}

/** Whether this person may close a running report; what runs when its order is suspended or closed can still be. */
export function mayClose(
  process: ProcessProgress,
  report: OpenReport,
  kind: 'unfinished' | 'finish',
  user: CurrentUser,
): boolean {
  if (!statesAllow(process, kind)) return false;
  if (can(user, 'TASK_REPORT_TEAM')) return true;
  return can(user, 'TASK_REPORT') && report.people.some((person) => person.employeeId === user.employeeId);
}

/** Whether this person may take a report back. */
export function mayReverse(
  process: ProcessProgress,
  people: readonly { employeeId: number }[],
  user: CurrentUser,
): boolean {
  if (!statesAllow(process, 'reverse')) return false;
  if (can(user, 'TASK_REPORT_REVERSE')) return true;
  return can(user, 'TASK_REPORT') && people.some((person) => person.employeeId === user.employeeId);
}
