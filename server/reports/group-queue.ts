import { sql } from 'kysely';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import { choice, date, moment, number, quantity, ref, text } from '#shared/kernel/fields.ts';
import type { ProcessWithWait } from '#shared/answers/progress-query.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { WAITING_REASONS, type ProcessWait, type WaitingReason } from '#shared/ledger/waiting.ts';
import { addQuantities } from '#shared/ledger/quantity.ts';
import { countDaysBetween } from '#shared/rules/days.ts';
import { getDatabaseTime, getToday } from '../db/clock.ts';
import type { Db } from '../db/database.ts';
import { buildProcessOpenCondition } from '../ledger/process-conditions.ts';
import { loadProcessesWithWaits } from '../ledger/process-waits.ts';
import { readReleasedLines, type ReleasedLine } from '../ledger/released/released-lines.ts';
import { loadWorkQueue, PROCESS_DUE_DATE_SQL, WORK_QUEUE_ORDER_SQL } from '../ledger/work-queue.ts';
import { defineReport } from './define-report.ts';
import { listDeviceWork, type DeviceWork } from './device-work.ts';
import { buildGroupCondition, GROUP_SCOPE_ENTITIES, loadGroupScope, type GroupScope } from './group-scope.ts';
import { rowIdColumn } from './row-columns.ts';

/**
 * The sections of the report: processes in work, processes that can be started or received next, and waiting processes.
 */
const QUEUE_SECTIONS = ['processing', 'machinable', 'waitingNow'] as const;
type QueueSection = (typeof QUEUE_SECTIONS)[number];
type WaitingReasonTerm = `heldBy.${WaitingReason}`;

interface GroupQueueRow {
  /** The id of the process. */
  id: number;
  section: QueueSection;
  /** The position within the section, from 1. */
  position: number;
  orderCode: string;
  partName: string;
  processName: string;
  groupName: string | null;
  /** The names of the people who are working on the process; null if nobody is. */
  people: string | null;
  /** The time since which somebody has been working on the process; null if nobody is. */
  since: string | null;
  /**
   * The number of pieces in work, of pieces that can be started or received, or of pieces that the process waits for.
   */
  quantity: number;
  good: number;
  target: number;
  dueDate: string | null;
  /** The days from the due date to today; at least 0. */
  overdueDays: number;
  /** The reason for waiting, or the step that is possible next; null while somebody works on the process. */
  waitsFor: WaitingReasonTerm | null;
  /** The name of the process that must deliver pieces first. */
  waitsAt: string | null;
  /** The name of the device; null without a device. The next field is the planned start on this device. */
  deviceName: string | null;
  plannedStart: string | null;
}

/** The terms for the possible next steps of a process in the queue. */
const QUEUE_STEP_TERMS = {
  receive: 'heldBy.receive',
  start: 'heldBy.start',
  // Without an employee, the next step is never to finish work.
  finish: 'heldBy.start',
  rework: 'heldBy.rework',
} as const;

interface DatedProcess<P extends ProcessProgress = ProcessProgress> {
  process: P;
  dueDate: string | null;
}

/**
 * Loads at most `limit` processes in work queue order: processes in work, or open processes on which nobody works.
 * @param selection `exceptIds` are the ids of processes that are left out. If there are `onlyIds`, only these are
 * loaded, in this order
 */
async function loadDatedProcesses(
  db: Db,
  factoryId: number,
  scope: GroupScope,
  selection: {
    isWorkedOn: boolean;
    exceptIds: readonly number[];
    onlyIds: readonly number[] | null;
    limit: number;
  },
): Promise<DatedProcess<ProcessWithWait>[]> {
  const { onlyIds } = selection;
  const condition = selection.isWorkedOn
    ? sql`p.open_reports > 0`
    : sql`p.open_reports = 0 and o.state in ('released', 'inProgress') and ${buildProcessOpenCondition('p')}`;
  const { rows } = await sql<{ id: number; dueDate: string | null }>`
    select p.id, ${PROCESS_DUE_DATE_SQL} as due_date
    from process p
    join part t on t.factory_id = p.factory_id and t.id = p.part_id and t.deleted_at is null
    join work_order o on o.factory_id = t.factory_id and o.id = t.order_id and o.deleted_at is null
    where p.factory_id = ${factoryId} and p.deleted_at is null and ${condition}
      and ${buildGroupCondition('p.work_group_id', scope)}
      and not (p.id = any(${[...selection.exceptIds]}::bigint[]))
      ${onlyIds === null ? sql`` : sql`and p.id = any(${[...onlyIds]}::bigint[])`}
    order by array_position(${[...(onlyIds ?? [])]}::bigint[], p.id), ${WORK_QUEUE_ORDER_SQL}
    limit ${selection.limit}`.execute(db);
  if (rows.length === 0) return [];
  const processes = await loadProcessesWithWaits(db, factoryId, { processIds: rows.map(({ id }) => id) });
  const processesById = new Map(processes.map((process) => [process.processId, process]));
  return rows.flatMap(({ id, dueDate }) => {
    const process = processesById.get(id);
    return process ? [{ process, dueDate }] : [];
  });
}

/** Loads the name of a device, and the planned start of each of its processes, in the order of the plan. */
async function loadDevice(
  db: Db,
  factoryId: number,
  deviceId: number,
  released: readonly ReleasedLine[],
): Promise<{ name: string | null; workById: ReadonlyMap<number, DeviceWork> }> {
  const device = await db
    .selectFrom('device')
    .select('name')
    .where('factoryId', '=', factoryId)
    .where('id', '=', deviceId)
    .executeTakeFirst();
  const works = await listDeviceWork(db, factoryId, deviceId, released);
  return { name: device?.name ?? null, workById: new Map(works.map((work) => [work.processId, work])) };
}

const joinPeopleNames = ({ open }: ProcessProgress): string =>
  [...new Set(open.flatMap(({ people }) => people.map(({ name }) => name)))].join(', ');

const formatPlace = ({ at }: ProcessWait, partId: number): string | null =>
  at && `${at.partId === partId ? '' : `${at.partName} `}${at.seq} ${at.name}`;

/**
 * The work queue of a group: processes in work, then processes that can be started or received next, then
 * waiting processes. Each section is in the order of a work queue and has at most `limit` rows. Without a
 * group, the report shows the processes of every group. With a device, it shows the work of this device in
 * the order of the plan, and only the share of the device in a split process.
 */
export const groupQueue = defineReport<GroupQueueRow>()({
  name: 'groupQueue',
  path: '/mes/form/groupQueue',
  parameters: {
    ...GROUP_SCOPE_FIELDS,
    deviceId: ref('device'),
    limit: number({ min: 1, max: 200, decimals: 0, initial: 60, label: 'mostRows' }),
  },
  columns: {
    id: rowIdColumn,
    section: { field: choice(QUEUE_SECTIONS, { required: true }), label: 'queueSection' },
    position: { field: number({ required: true, decimals: 0 }), label: 'queuePosition' },
    orderCode: { field: text({ required: true }), label: 'workOrder' },
    partName: { field: text({ required: true }), label: 'part' },
    processName: { field: text({ required: true }), label: 'process' },
    groupName: { field: text(), label: 'workGroup' },
    people: { field: text(), label: 'people' },
    since: { field: moment(), label: 'startedAt' },
    quantity: { field: quantity({ required: true }), label: 'quantity' },
    good: { field: quantity({ required: true }), label: 'good' },
    target: { field: quantity({ required: true }), label: 'target' },
    dueDate: { field: date(), label: 'dueDate' },
    overdueDays: { field: number({ required: true, unit: 'days', decimals: 0 }), label: 'daysOverdue' },
    waitsFor: {
      field: choice(WAITING_REASONS.map((reason): WaitingReasonTerm => `heldBy.${reason}`)),
      label: 'waitsForWhat',
    },
    waitsAt: { field: text(), label: 'waitsForPlace' },
    deviceName: { field: text(), label: 'device' },
    plannedStart: { field: moment(), label: 'plannedStart' },
  },
  rowKey: ['id'],
  watches: [
    'workReport',
    'process',
    'part',
    'workOrder',
    'craft',
    ...GROUP_SCOPE_ENTITIES,
    'employee',
    'device',
  ],
  // A line of a night shift counts until its planned end, which can be at any minute.
  clock: 'minute',
  run: async (db, user, { limit, deviceId, ...otherParams }) => {
    const { factoryId, zone } = user;
    const scope = await loadGroupScope(db, factoryId, otherParams);
    const today = getToday(db, zone);
    const at = getDatabaseTime(db).toISOString();
    const released = await readReleasedLines(db, factoryId, { zone, at });
    const device = deviceId === null ? null : await loadDevice(db, factoryId, deviceId, released);
    const onlyIds = device && [...device.workById.keys()];
    const workedOnProcesses = await loadDatedProcesses(db, factoryId, scope, {
      isWorkedOn: true,
      exceptIds: [],
      onlyIds,
      limit,
    });
    const nextProcesses = await loadWorkQueue(db, factoryId, scope.groupIds, limit, released, onlyIds);
    const idleProcesses = await loadDatedProcesses(db, factoryId, scope, {
      isWorkedOn: false,
      exceptIds: nextProcesses.map(({ processId }) => processId),
      onlyIds,
      // If `nextProcesses` is full, `idleProcesses` may contain more processes that can be started. They are
      // removed below, so twice as many are loaded.
      limit: nextProcesses.length < limit ? limit : limit * 2,
    });
    const makeRow = (
      { process, dueDate }: DatedProcess,
      columns: Pick<GroupQueueRow, 'section' | 'quantity'> & Partial<GroupQueueRow>,
    ): Omit<GroupQueueRow, 'position'> => ({
      id: process.processId,
      orderCode: process.orderCode,
      partName: process.partName,
      processName: process.name,
      groupName: process.workGroupName,
      people: null,
      since: null,
      good: process.good,
      target: process.target,
      dueDate,
      overdueDays: dueDate === null ? 0 : Math.max(0, countDaysBetween(dueDate, today)),
      waitsFor: null,
      waitsAt: null,
      deviceName: device?.name ?? null,
      plannedStart: device?.workById.get(process.processId)?.startsAt ?? null,
      ...columns,
    });
    const findShareLeft = ({ processId }: ProcessProgress): number | null =>
      device?.workById.get(processId)?.shareLeft ?? null;
    /** Whether the device has only a share of the process, and only other devices work on the process now. */
    const isWorkedOnElsewhere = (process: ProcessProgress): boolean =>
      findShareLeft(process) !== null && !process.open.some((report) => report.deviceId === deviceId);
    const sections: Omit<GroupQueueRow, 'position'>[][] = [
      workedOnProcesses
        .filter(({ process }) => !isWorkedOnElsewhere(process))
        .map((datedProcess) =>
          makeRow(datedProcess, {
            section: 'processing',
            quantity: addQuantities(...datedProcess.process.open.map(({ started }) => started)),
            people: joinPeopleNames(datedProcess.process),
            since: datedProcess.process.open.map(({ startedAt }) => startedAt).toSorted()[0] ?? null,
          }),
        ),
      nextProcesses
        .filter((process) => process.openReports === 0 || isWorkedOnElsewhere(process))
        .map((process) =>
          makeRow(
            { process, dueDate: process.dueDate },
            {
              section: 'machinable',
              quantity: Math.min(process.next.quantity, findShareLeft(process) ?? Infinity),
              waitsFor: QUEUE_STEP_TERMS[process.next.step ?? 'start'],
            },
          ),
        ),
      idleProcesses.flatMap((datedProcess) => {
        const wait = datedProcess.process.waiting;
        if (!wait || wait.for === 'start' || wait.for === 'receive') return [];
        return makeRow(datedProcess, {
          section: 'waitingNow',
          quantity: Math.min(wait.quantity, findShareLeft(datedProcess.process) ?? Infinity),
          waitsFor: `heldBy.${wait.for}`,
          waitsAt: formatPlace(wait, datedProcess.process.partId),
        });
      }),
    ];
    return sections.flatMap((rows) =>
      rows.slice(0, limit).map((row, index) => ({ ...row, position: index + 1 })),
    );
  },
});
