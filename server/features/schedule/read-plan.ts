import { sql } from 'kysely';
import type {
  PresentSchedule,
  ScheduleGroup,
  ScheduleMachine,
  ScheduleOperation,
  ScheduleOrder,
  SchedulePlan,
  ScheduleProposal,
} from '#shared/answers/schedule.ts';
import { toEngineWindows } from '../../planning/schedule/plan-calendars.ts';
import { unpackPlan, type PlannedShare, type StoredPlan } from '../../planning/schedule/stored-plan.ts';
import type { Db } from '../../db/database.ts';
import { loadScheduleRuns, PRESENT_CONDITION_SQL, readPacked, readScheduleRun } from './read-runs.ts';

type ProcessRow = Omit<ScheduleOperation, 'task' | 'share'>;

/** The present state of a share. */
interface LiveShare {
  id: number;
  isPinned: boolean;
  isRunning: boolean;
  workGroupId: number | null;
}

async function loadLiveShares(
  db: Db,
  factoryId: number,
  tasks: readonly number[],
): Promise<Map<number, LiveShare>> {
  if (tasks.length === 0) return new Map();
  const { rows } = await sql<LiveShare>`
    select s.id, s.appointment_start is not null as is_pinned, d.work_group_id, exists (select 1 from work_report r
      where r.factory_id = s.factory_id and r.process_id = s.process_id and r.device_id = s.device_id
        and r.ended_at is null and r.reversed_at is null and r.kind <> 'receive') as is_running
    from process_share s join device d on d.factory_id = s.factory_id and d.id = s.device_id
    where s.factory_id = ${factoryId} and s.id = any(${[...tasks]}::bigint[]) and s.joined_at is null`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Describes a task of a plan. If the process is split, the task is one of its shares, and the answer tells
 * whether this share is fixed or running.
 */
function describeOperation(
  task: number,
  row: ProcessRow,
  share: PlannedShare | undefined,
  liveShare: LiveShare | undefined,
): ScheduleOperation {
  if (!share) return { ...row, task, share: null };
  const { number, count, quantity } = share;
  return {
    ...row,
    task,
    share: { number, count, quantity },
    workGroupId: liveShare?.workGroupId ?? row.workGroupId,
    pinned: row.pinned || (liveShare?.isPinned ?? false),
    started: liveShare?.isRunning ?? false,
  };
}

async function loadOperations(
  db: Db,
  factoryId: number,
  { proposal: { placed, unplaced }, shares = [] }: StoredPlan,
): Promise<Map<number, ScheduleOperation>> {
  const tasks = [...placed, ...unplaced].map(({ task }) => task);
  const shareByTask = new Map(shares.map((share) => [share.task, share]));
  const getProcessId = (task: number): number => shareByTask.get(task)?.processId ?? task;
  const ids = [...new Set(tasks.map(getProcessId))];
  const { rows } = await sql<ProcessRow>`
    select p.id as process_id, p.version, t.order_id, p.part_id, t.code as part_code, t.name as part_name, p.seq,
      coalesce(p.name, c.name) as name, p.state, coalesce(p.work_group_id, d.work_group_id) as work_group_id, p.pinned,
      p.open_reports > 0 as started
    from process p
      join part t on t.factory_id = p.factory_id and t.id = p.part_id and t.deleted_at is null
      join craft c on c.factory_id = p.factory_id and c.id = p.craft_id
      left join device d on d.factory_id = p.factory_id and d.id = p.device_id
    where p.factory_id = ${factoryId} and p.id = any(${ids}::bigint[]) and p.deleted_at is null`.execute(db);
  const rowById = new Map(rows.map((row) => [row.processId, row]));
  const liveShares = await loadLiveShares(db, factoryId, [...shareByTask.keys()]);
  return new Map(
    tasks.flatMap((task): [number, ScheduleOperation][] => {
      const row = rowById.get(getProcessId(task));
      return row ? [[task, describeOperation(task, row, shareByTask.get(task), liveShares.get(task))]] : [];
    }),
  );
}

async function loadOrders(db: Db, factoryId: number, stored: StoredPlan): Promise<ScheduleOrder[]> {
  type OrderRow = Pick<ScheduleOrder, 'id' | 'code' | 'name' | 'priority' | 'dueDate' | 'due'>;
  const ids = stored.proposal.orders.map(({ id }) => id);
  const { rows } = await sql<OrderRow>`
    select o.id, o.code, o.name, o.priority, coalesce(o.due_date, o.promised_date) as due_date,
      floor(extract(epoch from (coalesce(o.due_date, o.promised_date) + 1)::timestamp at time zone f.zone) / 60)::bigint as due
    from work_order o join factory f on f.id = o.factory_id
    where o.factory_id = ${factoryId} and o.id = any(${ids}::bigint[]) and o.deleted_at is null`.execute(db);
  const rowById = new Map(rows.map((row) => [row.id, row]));
  return stored.proposal.orders.flatMap(({ id, end, lateBy, chain, causes }) => {
    const row = rowById.get(id);
    return row ? [{ ...row, end, lateBy, chain, causes }] : [];
  });
}

async function loadMachines(db: Db, factoryId: number, stored: StoredPlan): Promise<ScheduleMachine[]> {
  const { rows } = await sql<{ id: number; code: string; name: string }>`
    select id, code, name from device where factory_id = ${factoryId}
      and id = any(${stored.machines.map(({ id }) => id)}::bigint[])`.execute(db);
  const rowById = new Map(rows.map((row) => [row.id, row]));
  return stored.machines
    .flatMap((machine) => {
      const row = rowById.get(machine.id);
      return row ? [{ ...row, workGroupId: machine.workGroupId, lanes: 1, calendar: machine.calendar }] : [];
    })
    .sort((a, b) => (a.code < b.code ? -1 : 1));
}

/** Adds names and present states to a stored plan. */
async function describePlan(db: Db, factoryId: number, stored: StoredPlan): Promise<SchedulePlan> {
  const { proposal } = stored;
  const { placed, unplaced } = proposal;
  const operations = await loadOperations(db, factoryId, stored);
  const groups = await sql<ScheduleGroup>`
    select id, code, name from work_group where factory_id = ${factoryId} and deleted_at is null order by code, id`.execute(
    db,
  );
  const suspendedIds = new Set(stored.suspended);
  return {
    now: stored.now,
    fenceEnd: stored.fenceEnd,
    horizonEnd: stored.horizonEnd,
    days: stored.days,
    dayStarts: stored.dayStarts,
    groups: groups.rows,
    machines: await loadMachines(db, factoryId, stored),
    calendars: stored.calendars.map(toEngineWindows),
    orders: await loadOrders(db, factoryId, stored),
    bars: placed.flatMap((placedTask) => {
      const operation = operations.get(placedTask.task);
      return operation ? [{ ...operation, ...placedTask }] : [];
    }),
    unplaced: unplaced.flatMap(({ task, reason, predecessor }) => {
      const operation = operations.get(task);
      const shownReason = operation && suspendedIds.has(operation.processId) ? 'suspended' : reason;
      return operation ? [{ ...operation, reason: shownReason, predecessor }] : [];
    }),
    conflicts: proposal.conflicts,
    machineLoad: proposal.machineLoad,
    peopleLoad: proposal.peopleLoad,
  };
}

/**
 * Reads a proposal: its plan, and how this plan differs from the plan that was present when the proposal was computed.
 * @throws rowNotFound
 */
export async function readScheduleProposal(db: Db, factoryId: number, id: number): Promise<ScheduleProposal> {
  const run = await readScheduleRun(db, factoryId, id);
  const packedPlan = await readPacked(db, factoryId, id, 'plan');
  if (!packedPlan) return { run, plan: null, comparison: null };
  const stored = unpackPlan(packedPlan);
  return { run, plan: await describePlan(db, factoryId, stored), comparison: stored.comparison };
}

/** Reads the present plan. */
export async function readPresentSchedule(db: Db, factoryId: number): Promise<PresentSchedule> {
  const [run] = await loadScheduleRuns(db, factoryId, PRESENT_CONDITION_SQL);
  if (!run) return { run: null, plan: null };
  const packedPlan = await readPacked(db, factoryId, run.id, 'plan');
  return { run, plan: await describePlan(db, factoryId, unpackPlan(packedPlan!)) };
}
