import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** The load of a group on one axis, in minutes. */
interface CountedAxis {
  days: number[];
  overdue: number;
  unplanned: number;
  withoutEstimate: number;
}

export interface CountedLoad {
  /** The normal capacity of each group, in minutes per day. */
  capacity: Map<number, { device: number[]; man: number[] }>;
  /** By group and axis: '12 device'. */
  load: Map<string, CountedAxis>;
  processes: number;
}

type Row = Record<string, string | number | boolean | null>;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** The zone of the demonstration factory, which has no daylight saving time. */
const ZONE_OFFSET_MS = 8 * 3_600_000;
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

const localMs = (day: string, time: string): number => Date.parse(`${day}T${time}:00Z`) - ZONE_OFFSET_MS;
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
const weekdayOf = (day: string): string => WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()]!;

/**
 * Computes capacity and load of a factory without any code of the product: it walks through each minute of each shift,
 * and deals out each minute of work. Every person and device must have a roster, directly or through the factory.
 */
export async function computeLoadByMinute(
  db: Db,
  factoryId: number,
  today: string,
  dayCount: number,
): Promise<CountedLoad> {
  const read = async (table: string): Promise<Row[]> =>
    (await sql<Row>`select * from ${sql.table(table)} where factory_id = ${factoryId}`.execute(db)).rows;
  const living = async (table: string) => (await read(table)).filter((row) => row.deletedAt === null);
  const [rosters, shifts, breaks, holidays] = [
    await living('roster'),
    await read('class_table_shifts'),
    await read('class_table_breaks'),
    await living('holiday'),
  ];
  const isRest = (day: string): boolean => {
    const dated = holidays.find((one) => String(one.date).slice(0, 10) === day);
    if (dated) return dated.kind !== 'makeUpWorkday';
    return holidays.some((one) => one.weekday === weekdayOf(day));
  };
  const isBreak = (minute: number, table: unknown): boolean => {
    const clock = new Date(minute + ZONE_OFFSET_MS).toISOString().slice(11, 16);
    return breaks.some((breakRow) => {
      if (breakRow.ownerId !== table) return false;
      const [from, until] = [String(breakRow.startsAt), String(breakRow.endsAt)];
      return from < until ? clock >= from && clock < until : clock >= from || clock < until;
    });
  };
  /** Lists the minutes that somebody or something works on a day, each by its start. */
  const minutesOf = (
    column: 'employeeId' | 'deviceId',
    id: number,
    groupId: unknown,
    day: string,
  ): number[] => {
    if (isRest(day)) return [];
    const valid = rosters.filter(
      (one) => String(one.validFrom) <= day && (one.validUntil === null || String(one.validUntil) >= day),
    );
    const choices = [
      valid.filter((one) => one[column] === id),
      valid.filter((one) => one.workGroupId !== null && one.workGroupId === groupId),
      valid.filter((one) => one.employeeId === null && one.deviceId === null && one.workGroupId === null),
    ];
    const minutes = new Set<number>();
    for (const roster of choices.find((list) => list.length > 0) ?? [])
      for (const shift of shifts) {
        if (shift.ownerId !== roster.classTableId || shift[weekdayOf(day)] !== true) continue;
        if (roster.shiftName !== null && roster.shiftName !== shift.name) continue;
        const from = localMs(day, String(shift.startsAt));
        let until = localMs(day, String(shift.endsAt));
        if (until <= from) until += DAY_MS;
        for (let minute = from; minute < until; minute += MINUTE_MS)
          if (!isBreak(minute, roster.classTableId)) minutes.add(minute);
      }
    return [...minutes];
  };

  const lostTimes = [
    ...(await read('device_downtimes')).map((one) => ({ ...one, from: one.downFrom, until: one.downUntil })),
    ...(await read('employee_absences')).map((one) => ({
      ...one,
      from: one.absentFrom,
      until: one.absentUntil,
    })),
  ].map((one) => ({
    id: (one as Row).ownerId,
    from: Math.floor(Date.parse(String(one.from)) / 1000) * 1000,
    until: Math.floor(Date.parse(String(one.until)) / 1000) * 1000,
  }));
  /** Returns how many seconds of the minutes are not lost. Part of a minute may be lost. */
  const secondsLeft = (minutes: readonly number[], id: number): number => {
    const ownLostTimes = lostTimes.filter((one) => one.id === id);
    let seconds = 0;
    for (const minute of minutes) {
      let lostMs = 0;
      for (const { from, until } of ownLostTimes)
        lostMs += Math.max(0, Math.min(until, minute + MINUTE_MS) - Math.max(from, minute));
      seconds += (MINUTE_MS - lostMs) / 1000;
    }
    return seconds;
  };

  const groups = await living('work_group');
  const capacity: CountedLoad['capacity'] = new Map();
  const days = Array.from({ length: dayCount }, (_, index) => dayAfter(today, index));
  const [devices, people] = [await living('device'), await living('employee')];
  for (const group of groups) {
    const lineOf = (column: 'employeeId' | 'deviceId', rows: readonly Row[], isLimited: boolean) =>
      days.map((day) => {
        let seconds = 0;
        for (const row of rows) {
          const remainingSeconds = secondsLeft(
            minutesOf(column, Number(row.id), row.workGroupId, day),
            Number(row.id),
          );
          seconds +=
            row.normalCapacity === null
              ? remainingSeconds
              : Math.min(remainingSeconds, Number(row.normalCapacity) * 3600);
        }
        if (isLimited && group.normalCapacity !== null)
          seconds = Math.min(seconds, Number(group.normalCapacity) * 3600);
        return Math.round((seconds / 60) * (Number(group.efficiency) / 100));
      });
    const machines = devices.filter((one) => one.workGroupId === group.id && one.status === 'normal');
    const staff = people.filter((one) => one.workGroupId === group.id && one.workingStatus === 'onJob');
    capacity.set(Number(group.id), {
      device: lineOf('deviceId', machines, true),
      man: lineOf('employeeId', staff, machines.length === 0),
    });
  }

  const [orders, parts, processes] = [
    await living('work_order'),
    await living('part'),
    await living('process'),
  ];
  const prepared = new Set(
    (await read('work_report'))
      .filter((one) => one.phase === 'preparation' && one.reversedAt === null && one.reversesId === null)
      .map((one) => one.processId),
  );
  const openOrderIds = new Set(
    orders.filter((one) => ['released', 'inProgress'].includes(String(one.state))).map((one) => one.id),
  );
  const openParts = new Set(parts.filter((one) => openOrderIds.has(one.orderId!)).map((one) => one.id));
  const load: CountedLoad['load'] = new Map();
  let counted = 0;
  for (const one of processes) {
    const of = (name: string) => Number(one[name] ?? 0);
    if (!openParts.has(one.partId!) || one.external || one.suspendedAt !== null || one.state === 'scrapped')
      continue;
    const target = Math.max(0, of('plannedQuantity') - of('inheritedLoss') - of('acceptedLoss'));
    const quantity = target - of('good') - of('concession') - of('outsourced') + of('reworkOpen');
    if (quantity < 0.00005) continue;
    counted += 1;
    const isStarted = one.hasRun || of('openReports') > 0 || prepared.has(one.id!);
    const preparation = isStarted ? 0 : of('preparationMinutes');
    const manMinutes = one.manMinutes === null ? null : of('manMinutes');
    const perMan =
      manMinutes ?? (one.manMachineRatio === null ? null : of('deviceMinutes') * of('manMachineRatio'));
    for (const axis of ['device', 'man'] as const) {
      const key = `${one.workGroupId} ${axis}`;
      const sum = load.get(key) ?? {
        days: days.map(() => 0),
        overdue: 0,
        unplanned: 0,
        withoutEstimate: 0,
      };
      load.set(key, sum);
      const isEstimated = of('deviceMinutes') > 0 || of('manMinutes') > 0;
      const minutesPerPiece = axis === 'device' ? of('deviceMinutes') : perMan;
      if (!isEstimated || minutesPerPiece === null) {
        sum.withoutEstimate += 1;
        continue;
      }
      if (minutesPerPiece === 0) continue;
      const minutes = Math.max(1, Math.round(preparation + minutesPerPiece * quantity + 1e-9));
      const end = one.plannedEnd ?? one.needBy ?? one.plannedStart;
      if (end === null || end === undefined) sum.unplanned += minutes;
      else if (String(end) < today) {
        sum.overdue += minutes;
        sum.days[0]! += minutes;
      } else {
        const planned: string[] = [];
        for (let day = String(one.plannedStart ?? end); day <= String(end); day = dayAfter(day, 1))
          if (day >= today) planned.push(day);
        const worked = planned.filter((day) => minutesOf('deviceId', -1, one.workGroupId, day).length > 0);
        const loadDays = worked.length > 0 ? worked : planned;
        for (let minute = 1; minute <= minutes; minute++) {
          const day = loadDays[Math.ceil((minute * loadDays.length) / minutes) - 1]!;
          const index = days.indexOf(day);
          if (index >= 0) sum.days[index]! += 1;
        }
      }
    }
  }
  return { capacity, load, processes: counted };
}
