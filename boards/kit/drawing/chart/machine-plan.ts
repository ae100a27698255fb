import type { ReportRow } from '#shared/kernel/report.ts';
import { groupBy } from '#shared/planning/group-by.ts';
import { PLANNED_WORK_STATES, type PlannedWorkState } from '#shared/planning/planned-work.ts';
import { cellReaders } from '../cell.ts';

/** Work that is planned on a machine. */
export interface Work {
  readonly id: string;
  readonly state: PlannedWorkState;
  readonly orderCode: string;
  readonly processName: string;
  readonly partName: string;
  /** The planned start and end of the work, in epoch milliseconds. */
  readonly startsAt: number;
  readonly endsAt: number;
  readonly isOrderLate: boolean;
}
/** A planned downtime. */
export interface Downtime {
  readonly id: string;
  readonly startsAt: number;
  readonly endsAt: number;
  /** '' if no reason is known. */
  readonly reason: string;
}
/** A machine with what is planned on it. */
export interface Machine {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly isInRepair: boolean;
  readonly works: readonly Work[];
  readonly downtimes: readonly Downtime[];
}

const readSpan = (row: ReportRow): Pick<Work, 'startsAt' | 'endsAt'> => ({
  startsAt: Date.parse(cellReaders.text(row, 'startsAt')),
  endsAt: Date.parse(cellReaders.text(row, 'endsAt')),
});

function readWork(row: ReportRow): Work | null {
  const state = PLANNED_WORK_STATES.find((candidate) => candidate === row['workState']);
  const { startsAt, endsAt } = readSpan(row);
  if (!state || !(endsAt >= startsAt)) return null;
  return {
    id: cellReaders.text(row, 'processId'),
    state,
    orderCode: cellReaders.text(row, 'orderCode'),
    processName: cellReaders.text(row, 'processName'),
    partName: cellReaders.text(row, 'partName'),
    startsAt,
    endsAt,
    isOrderLate: (cellReaders.number(row, 'orderLateDays') ?? 0) > 0,
  };
}

function readDowntime(row: ReportRow): Downtime | null {
  const { startsAt, endsAt } = readSpan(row);
  if (row['workState'] !== 'downtimes' || !(endsAt >= startsAt)) return null;
  const [id, reason] = ['downtimePosition', 'downtimeReason'].map((name) => cellReaders.text(row, name));
  return { id: id!, reason: reason!, startsAt, endsAt };
}

/** Groups the rows by machine. Machines with work come first, then machines without work, both sorted by code. */
export const readMachines = (rows: readonly ReportRow[]): Machine[] =>
  [...groupBy(rows, (row) => cellReaders.text(row, 'deviceId'))]
    .map(([id, machineRows]): Machine => {
      const code = cellReaders.text(machineRows[0]!, 'deviceCode');
      return {
        id,
        code,
        name: cellReaders.text(machineRows[0]!, 'deviceName') || code,
        isInRepair: machineRows[0]!['inRepair'] === true,
        works: machineRows
          .flatMap((row) => readWork(row) ?? [])
          .sort((a, b) => a.startsAt - b.startsAt || Number(a.id) - Number(b.id)),
        downtimes: machineRows.flatMap((row) => readDowntime(row) ?? []),
      };
    })
    .sort(
      (a, b) =>
        Number(a.works.length === 0) - Number(b.works.length === 0) ||
        a.code.localeCompare(b.code, undefined, { numeric: true }) ||
        Number(a.id) - Number(b.id),
    );
