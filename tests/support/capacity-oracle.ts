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
  /** The load by group and axis. The key of group 12 and the devices is '12 device'. */
  load: Map<string, CountedAxis>;
  processCount: number;
}

type Row = Record<string, string | number | boolean | null>;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** The offset of the demonstration factory's time zone, in milliseconds. The zone has no daylight saving time. */
const ZONE_OFFSET_MS = 8 * 3_600_000;
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

const parseLocalMs = (day: string, time: string): number => Date.parse(`${day}T${time}:00Z`) - ZONE_OFFSET_MS;
const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
const getWeekday = (day: string): string => WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()]!;

/**
 * Computes the capacity and load of a factory minute by minute, without any code of the product.
 * Every person and device must have a roster, directly or through the factory.
 */
export async function computeLoadByMinute(
  db: Db,
  factoryId: number,
  today: string,
  dayCount: number,
): Promise<CountedLoad> {
  const readRows = async (table: string): Promise<Row[]> =>
    (await sql<Row>`select * from ${sql.table(table)} where factory_id = ${factoryId}`.execute(db)).rows;
  const readUndeletedRows = async (table: string) =>
    (await readRows(table)).filter((row) => row.deletedAt === null);
  const [rosters, shifts, breaks, holidays] = [
    await readUndeletedRows('roster'),
    await readRows('class_table_shifts'),
    await readRows('class_table_breaks'),
    await readUndeletedRows('holiday'),
  ];
  const isRestDay = (day: string): boolean => {
    const datedHoliday = holidays.find((holiday) => String(holiday.date).slice(0, 10) === day);
    if (datedHoliday) return datedHoliday.kind !== 'makeUpWorkday';
    return holidays.some((holiday) => holiday.weekday === getWeekday(day));
  };
  const isBreak = (minuteMs: number, classTableId: unknown): boolean => {
    const clockTime = new Date(minuteMs + ZONE_OFFSET_MS).toISOString().slice(11, 16);
    return breaks.some((breakRow) => {
      if (breakRow.ownerId !== classTableId) return false;
      const [from, until] = [String(breakRow.startsAt), String(breakRow.endsAt)];
      return from < until ? clockTime >= from && clockTime < until : clockTime >= from || clockTime < until;
    });
  };
  /** Lists the starts (epoch ms) of the minutes in which a person or device works on a day. */
  const listMinutes = (
    column: 'employeeId' | 'deviceId',
    id: number,
    groupId: unknown,
    day: string,
  ): number[] => {
    if (isRestDay(day)) return [];
    const validRosters = rosters.filter(
      (roster) =>
        String(roster.validFrom) <= day && (roster.validUntil === null || String(roster.validUntil) >= day),
    );
    const rosterLevels = [
      validRosters.filter((roster) => roster[column] === id),
      validRosters.filter((roster) => roster.workGroupId !== null && roster.workGroupId === groupId),
      validRosters.filter(
        (roster) => roster.employeeId === null && roster.deviceId === null && roster.workGroupId === null,
      ),
    ];
    const minutes = new Set<number>();
    for (const roster of rosterLevels.find((level) => level.length > 0) ?? [])
      for (const shift of shifts) {
        if (shift.ownerId !== roster.classTableId || shift[getWeekday(day)] !== true) continue;
        if (roster.shiftName !== null && roster.shiftName !== shift.name) continue;
        const from = parseLocalMs(day, String(shift.startsAt));
        let until = parseLocalMs(day, String(shift.endsAt));
        if (until <= from) until += DAY_MS;
        for (let minuteMs = from; minuteMs < until; minuteMs += MINUTE_MS)
          if (!isBreak(minuteMs, roster.classTableId)) minutes.add(minuteMs);
      }
    return [...minutes];
  };

  const lostTimes = [
    ...(await readRows('device_downtimes')).map((downtime) => ({
      ...downtime,
      from: downtime.downFrom,
      until: downtime.downUntil,
    })),
    ...(await readRows('employee_absences')).map((absence) => ({
      ...absence,
      from: absence.absentFrom,
      until: absence.absentUntil,
    })),
  ].map((lostTime) => ({
    id: (lostTime as Row).ownerId,
    from: Math.floor(Date.parse(String(lostTime.from)) / 1000) * 1000,
    until: Math.floor(Date.parse(String(lostTime.until)) / 1000) * 1000,
  }));
  /**
   * Returns how many seconds a person or device works within the given minutes. Lost time is subtracted exactly, even
   * if it covers only a part of a minute.
   */
  const countSecondsLeft = (minutes: readonly number[], id: number): number => {
    const ownLostTimes = lostTimes.filter((lostTime) => lostTime.id === id);
    let seconds = 0;
    for (const minuteMs of minutes) {
      let lostMs = 0;
      for (const { from, until } of ownLostTimes)
        lostMs += Math.max(0, Math.min(until, minuteMs + MINUTE_MS) - Math.max(from, minuteMs));
      seconds += (MINUTE_MS - lostMs) / 1000;
    }
    return seconds;
  };

  const groups = await readUndeletedRows('work_group');
  const capacity: CountedLoad['capacity'] = new Map();
  const days = Array.from({ length: dayCount }, (_, index) => addDays(today, index));
  const [devices, people] = [await readUndeletedRows('device'), await readUndeletedRows('employee')];
  for (const group of groups) {
    const computeCapacityByDay = (
      column: 'employeeId' | 'deviceId',
      rows: readonly Row[],
      isLimited: boolean,
    ) =>
      days.map((day) => {
        let seconds = 0;
        for (const row of rows) {
          const remainingSeconds = countSecondsLeft(
            listMinutes(column, Number(row.id), row.workGroupId, day),
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
    const machines = devices.filter(
      (device) => device.workGroupId === group.id && device.status === 'normal',
    );
    const staff = people.filter(
      (person) => person.workGroupId === group.id && person.workingStatus === 'onJob',
    );
    capacity.set(Number(group.id), {
      device: computeCapacityByDay('deviceId', machines, true),
      man: computeCapacityByDay('employeeId', staff, machines.length === 0),
    });
  }

  const [orders, parts, processes] = [
    await readUndeletedRows('work_order'),
    await readUndeletedRows('part'),
    await readUndeletedRows('process'),
  ];
  const preparedProcessIds = new Set(
    (await readRows('work_report'))
      .filter(
        (report) =>
          report.phase === 'preparation' && report.reversedAt === null && report.reversesId === null,
      )
      .map((report) => report.processId),
  );
  const openOrderIds = new Set(
    orders
      .filter((order) => ['released', 'inProgress'].includes(String(order.state)))
      .map((order) => order.id),
  );
  const openPartIds = new Set(parts.filter((part) => openOrderIds.has(part.orderId!)).map((part) => part.id));
  const load: CountedLoad['load'] = new Map();
  let processCount = 0;
  for (const process of processes) {
    const readNumber = (name: string) => Number(process[name] ?? 0);
    if (
      !openPartIds.has(process.partId!) ||
      process.external ||
      process.suspendedAt !== null ||
      process.state === 'scrapped'
    )
      continue;
    const target = Math.max(
      0,
      readNumber('plannedQuantity') - readNumber('inheritedLoss') - readNumber('acceptedLoss'),
    );
    const quantity =
      target -
      readNumber('good') -
      readNumber('concession') -
      readNumber('outsourced') +
      readNumber('reworkOpen') +
      readNumber('inRework');
    if (quantity < 0.00005) continue;
    processCount += 1;
    const isStarted = process.hasRun || readNumber('openReports') > 0 || preparedProcessIds.has(process.id!);
    const preparation = isStarted ? 0 : readNumber('preparationMinutes');
    const manMinutes = process.manMinutes === null ? null : readNumber('manMinutes');
    const manMinutesPerPiece =
      manMinutes ??
      (process.manMachineRatio === null ? null : readNumber('deviceMinutes') * readNumber('manMachineRatio'));
    for (const axis of ['device', 'man'] as const) {
      const key = `${process.workGroupId} ${axis}`;
      const axisLoad = load.get(key) ?? {
        days: days.map(() => 0),
        overdue: 0,
        unplanned: 0,
        withoutEstimate: 0,
      };
      load.set(key, axisLoad);
      const isEstimated = readNumber('deviceMinutes') > 0 || readNumber('manMinutes') > 0;
      const minutesPerPiece = axis === 'device' ? readNumber('deviceMinutes') : manMinutesPerPiece;
      if (!isEstimated || minutesPerPiece === null) {
        axisLoad.withoutEstimate += 1;
        continue;
      }
      if (minutesPerPiece === 0) continue;
      const minutes = Math.max(1, Math.round(preparation + minutesPerPiece * quantity + 1e-9));
      const end = process.plannedEnd ?? process.needBy ?? process.plannedStart;
      if (end === null || end === undefined) axisLoad.unplanned += minutes;
      else if (String(end) < today) {
        axisLoad.overdue += minutes;
        axisLoad.days[0]! += minutes;
      } else {
        const plannedDays: string[] = [];
        for (let day = String(process.plannedStart ?? end); day <= String(end); day = addDays(day, 1))
          if (day >= today) plannedDays.push(day);
        const workedDays = plannedDays.filter(
          (day) => listMinutes('deviceId', -1, process.workGroupId, day).length > 0,
        );
        const loadDays = workedDays.length > 0 ? workedDays : plannedDays;
        for (let minute = 1; minute <= minutes; minute++) {
          const day = loadDays[Math.ceil((minute * loadDays.length) / minutes) - 1]!;
          const index = days.indexOf(day);
          if (index >= 0) axisLoad.days[index]! += 1;
        }
      }
    }
  }
  return { capacity, load, processCount };
}
