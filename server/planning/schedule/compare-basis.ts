import { sql } from 'kysely';
import type { ScheduleChange, ScheduleChangeKind } from '#shared/answers/schedule/changes.ts';
import type { Instant, Window } from '#shared/planning/engine/types.ts';
import type { Db } from '../../db/database.ts';
import type { PlanReading } from './read-plan-input.ts';
import type { PlanWork } from './read-plan-work.ts';

/** What people have decided about a process. It does not contain what was reported about the process. */
interface ProcessBasis {
  id: number;
  orderId: number;
  place: string;
  pin: string;
  /** The shares of the process; empty if it is not split. The field is absent in old plans. */
  split?: string;
  routing: string;
  estimate: string;
  isSuspended: boolean;
}

/**
 * The data from which a plan was made, stored to find changes before the plan is applied. It contains only data whose
 * change matters. Data that reports change is left out, because work goes on while a plan is computed.
 */
export interface StoredBasis {
  now: Instant;
  horizonEnd: Instant;
  days: readonly string[];
  orders: readonly { id: number; dates: string; weight: number }[];
  processes: readonly ProcessBasis[];
  machines: readonly { id: number; traits: string; calendar: number }[];
  calendars: readonly (readonly Window[])[];
  people: readonly { id: number; minutes: readonly number[] }[];
  setting: string;
}

const joinValues = (...values: (string | number | boolean | null)[]): string => values.join('|');

const describeProcess = (work: PlanWork): ProcessBasis => ({
  id: work.processId,
  orderId: work.orderId,
  place: joinValues(work.deviceId, work.workGroupId, work.external, work.craftId),
  pin: joinValues(work.appointmentStart, work.appointmentEnd, work.pinned),
  split: (work.shares ?? [])
    .map((share) =>
      joinValues(share.id, share.deviceId, share.quantity, share.appointmentStart, share.appointmentEnd),
    )
    .join(' '),
  routing: joinValues(work.orderId, work.partId, work.parentId, work.seq),
  estimate: joinValues(
    work.preparationMinutes,
    work.deviceMinutes,
    work.manMinutes,
    work.manMachineRatio,
    work.plannedQuantity,
    work.plannedPeople,
    work.transferMinutes,
    work.schedulingAttribute,
    work.presetDays,
  ),
  isSuspended: work.state === 'suspended',
});

/** Makes the basis of a plan from the data from which the plan is made. */
export function makeStoredBasis({ input, sourceData }: PlanReading): StoredBasis {
  const { openWork, calendars, machineTraits, setting } = sourceData;
  const orderById = new Map(openWork.orders.map((order) => [order.id, order]));
  return {
    now: input.now,
    horizonEnd: input.horizonEnd,
    days: calendars.days,
    orders: input.orders.map(({ id, due, weight }) => ({
      id,
      dates: joinValues(due, orderById.get(id)!.notBefore),
      weight,
    })),
    processes: openWork.works.map(describeProcess),
    machines: input.machines.map(({ id, calendar }) => ({
      id,
      traits: machineTraits.get(id) ?? '',
      calendar,
    })),
    calendars: input.calendars.map(({ windows }) => windows),
    people: calendars.people,
    setting: JSON.stringify({ ...setting, horizonDays: null }),
  };
}

type UnnamedChange = Omit<ScheduleChange, 'name'>;

/**
 * Cuts windows to a span, merges adjacent windows and formats them as text, so that equal open times become
 * equal texts.
 */
function formatWindows(windows: readonly Window[], from: Instant, until: Instant): string {
  const joined: [number, number][] = [];
  for (const [start, end] of windows) {
    const [cutStart, cutEnd] = [Math.max(start, from), Math.min(end, until)];
    if (cutStart >= cutEnd) continue;
    const lastWindow = joined.at(-1);
    if (lastWindow && lastWindow[1] === cutStart) lastWindow[1] = cutEnd;
    else joined.push([cutStart, cutEnd]);
  }
  return joined.join(' ');
}

const indexById = <T extends { id: number }>(rows: readonly T[]): Map<number, T> =>
  new Map(rows.map((row) => [row.id, row]));

function* compareOrders(before: StoredBasis, after: StoredBasis): Generator<UnnamedChange> {
  const ordersBefore = indexById(before.orders);
  for (const { id, dates, weight } of after.orders) {
    const orderBefore = ordersBefore.get(id);
    if (orderBefore && orderBefore.dates !== dates)
      yield { kind: 'orderDatesChanged', entity: 'workOrder', id };
    if (orderBefore && orderBefore.weight !== weight)
      yield { kind: 'weightChanged', entity: 'workOrder', id };
  }
}

const PROCESS_CHANGES = [
  ['place', 'placeChanged'],
  ['pin', 'pinChanged'],
  ['split', 'splitChanged'],
  ['routing', 'routingChanged'],
  ['estimate', 'estimateChanged'],
  ['isSuspended', 'suspensionChanged'],
] as const satisfies readonly (readonly [keyof ProcessBasis, ScheduleChangeKind])[];

/**
 * Compares the processes. Orders that were released meanwhile do not count as a change: a busy factory always
 * has some, and the next plan places their processes.
 * @param endedIds the processes that reports have completed meanwhile
 */
function* compareProcesses(
  before: StoredBasis,
  after: StoredBasis,
  endedIds: ReadonlySet<number>,
): Generator<UnnamedChange> {
  const [processesBefore, processesAfter] = [indexById(before.processes), indexById(after.processes)];
  const ordersBefore = indexById(before.orders);
  for (const process of after.processes) {
    const processBefore = processesBefore.get(process.id);
    if (!processBefore) {
      if (ordersBefore.has(process.orderId))
        yield { kind: 'processAdded', entity: 'process', id: process.id };
    } else
      for (const [key, kind] of PROCESS_CHANGES)
        if ((processBefore[key] ?? '') !== process[key]) yield { kind, entity: 'process', id: process.id };
  }
  for (const { id } of before.processes)
    if (!processesAfter.has(id) && !endedIds.has(id)) yield { kind: 'processGone', entity: 'process', id };
}

function* compareMachines(before: StoredBasis, after: StoredBasis): Generator<UnnamedChange> {
  const [machinesBefore, machinesAfter] = [indexById(before.machines), indexById(after.machines)];
  const until = Math.min(before.horizonEnd, after.horizonEnd);
  const formatOpenTime = ({ calendars }: StoredBasis, calendar: number) =>
    formatWindows(calendars[calendar]!, after.now, until);
  for (const { id, traits, calendar } of after.machines) {
    const machineBefore = machinesBefore.get(id);
    if (!machineBefore) yield { kind: 'deviceAdded', entity: 'device', id };
    else if (machineBefore.traits !== traits) yield { kind: 'deviceChanged', entity: 'device', id };
    else if (formatOpenTime(before, machineBefore.calendar) !== formatOpenTime(after, calendar))
      yield { kind: 'calendarChanged', entity: 'device', id };
  }
  for (const { id } of before.machines)
    if (!machinesAfter.has(id)) yield { kind: 'deviceGone', entity: 'device', id };
}

/**
 * Compares the man minutes of the days that both plans contain. It leaves out the first of these days,
 * because a part of it is already over.
 */
function* comparePeople(before: StoredBasis, after: StoredBasis): Generator<UnnamedChange> {
  const positionsBefore = new Map(before.days.map((day, position) => [day, position]));
  const sharedDays = after.days
    .flatMap((day, position) => {
      const positionBefore = positionsBefore.get(day);
      return positionBefore === undefined ? [] : [{ positionBefore, position }];
    })
    .slice(1);
  const [peopleBefore, peopleAfter] = [indexById(before.people), indexById(after.people)];
  for (const id of new Set([...peopleBefore.keys(), ...peopleAfter.keys()])) {
    const [minutesBefore, minutes] = [peopleBefore.get(id)?.minutes, peopleAfter.get(id)?.minutes];
    const isEqual =
      minutesBefore !== undefined &&
      minutes !== undefined &&
      sharedDays.every(({ positionBefore, position }) => minutesBefore[positionBefore] === minutes[position]);
    if (!isEqual) yield { kind: 'peopleChanged', entity: 'workGroup', id };
  }
}

/** Lists the changes that people have made since a plan was computed. */
export function compareBases(
  before: StoredBasis,
  after: StoredBasis,
  endedIds: ReadonlySet<number>,
): UnnamedChange[] {
  return [
    ...compareOrders(before, after),
    ...compareProcesses(before, after, endedIds),
    ...compareMachines(before, after),
    ...comparePeople(before, after),
    ...(before.setting === after.setting
      ? []
      : [{ kind: 'settingChanged', entity: 'cycleScheduleSetting', id: 0 } as const]),
  ];
}

/**
 * Finds the processes that have ended because of reports. They are missing in the new basis, although no
 * person has removed them.
 */
export async function findEndedProcesses(
  db: Db,
  factoryId: number,
  before: StoredBasis,
  after: StoredBasis,
): Promise<Set<number>> {
  const openProcesses = indexById(after.processes);
  const missingIds = before.processes.flatMap(({ id }) => (openProcesses.has(id) ? [] : [id]));
  if (missingIds.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select p.id from process p
    join part t on t.factory_id = p.factory_id and t.id = p.part_id and t.deleted_at is null
    join work_order o on o.factory_id = t.factory_id and o.id = t.order_id and o.deleted_at is null
    where p.factory_id = ${factoryId} and p.id = any(${missingIds}::bigint[]) and p.deleted_at is null
      and p.state in ('completed', 'specialAcceptance', 'scrapped')
      and o.state in ('released', 'inProgress', 'completed')`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
