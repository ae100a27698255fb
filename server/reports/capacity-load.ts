import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import type { AxisLoad, GroupLoad } from '#shared/answers/capacity-load.ts';
import { choice, date, number, text } from '#shared/kernel/fields.ts';
import { CAPACITY_AXES, type CapacityAxis } from '#shared/planning/group-capacity.ts';
import {
  computeLoadCell,
  getMonday,
  LOAD_STEPS,
  makeLoadColumns,
  type LoadColumn,
} from '#shared/planning/load-columns.ts';
import { addDays } from '#shared/rules/days.ts';
import { getToday } from '../db/clock.ts';
import { readCapacityLoad } from '../planning/capacity-load.ts';
import { defineReport } from './define-report.ts';
import { GROUP_SCOPE_ENTITIES, loadGroupScope } from './group-scope.ts';

interface GroupLoadRow {
  /** The id of the work group; 'none' for the processes without a group. */
  groupKey: string;
  groupCode: string | null;
  groupName: string | null;
  /** The first and the last day of the period. */
  firstDay: string;
  lastDay: string;
  /** The load and the capacities of the period, in minutes. */
  load: number;
  normal: number;
  maximum: number;
  /** The overdue work in minutes. It is part of the load of the period that contains today. */
  overdue: number;
  /** The minutes of work without a planned day. They are not part of any load, and are equal in all rows of a group. */
  unplanned: number;
  /** The number of processes with work left but no estimate. It is equal in all rows of a group. */
  withoutEstimate: number;
}

/** The maximum number of days or weeks. */
const MAX_PERIODS = 16;

const minutesField = number({ required: true, unit: 'minutes', decimals: 0, min: 0 });

/** Makes the row of a group and a period. */
function makeRow(group: GroupLoad, axis: CapacityAxis, column: LoadColumn, today: string): GroupLoadRow {
  const axisLoad: AxisLoad = group[axis];
  const { load, normal, maximum } = computeLoadCell(axisLoad, column, 0);
  return {
    groupKey: group.id === null ? 'none' : String(group.id),
    groupCode: group.id === null ? null : group.code,
    groupName: group.id === null ? null : group.name,
    firstDay: column.from,
    lastDay: column.to,
    load,
    normal,
    maximum,
    overdue: column.from <= today && today <= column.to ? axisLoad.overdueMinutes : 0,
    unplanned: axisLoad.unplannedMinutes,
    withoutEstimate: axisLoad.withoutEstimate,
  };
}

/**
 * The load and the capacity of one or all work groups in each of the next days or weeks. The first
 * period begins today; a week ends on Sunday. The capacity load page shows the same figures.
 */
export const capacityLoad = defineReport<GroupLoadRow>()({
  name: 'capacityLoad',
  path: '/mes/form/capacityLoad',
  words: {
    lastDay: ['结束日期', 'Last day', '結束日期', '終了日'],
  },
  parameters: {
    ...GROUP_SCOPE_FIELDS,
    capacityAxis: choice(CAPACITY_AXES, { initial: 'deviceHours' }),
    loadStep: choice(LOAD_STEPS, { initial: 'loadByDay' }),
    periodCount: number({ min: 1, max: MAX_PERIODS, decimals: 0, initial: 10 }),
  },
  columns: {
    groupKey: { field: text({ required: true }), label: 'groupKey', hidden: true },
    groupCode: { field: text(), label: 'code' },
    groupName: { field: text(), label: 'workGroup' },
    firstDay: { field: date({ required: true }), label: 'firstCapacityDay' },
    lastDay: { field: date({ required: true }), label: 'lastDay' },
    load: { field: minutesField, label: 'workLoad', total: true },
    normal: { field: minutesField, label: 'normalLine', total: true },
    maximum: { field: minutesField, label: 'maximumLine', total: true },
    overdue: { field: minutesField, label: 'overdueLoad', total: true },
    unplanned: { field: minutesField, label: 'unplannedLoad' },
    withoutEstimate: { field: number({ required: true, decimals: 0, min: 0 }), label: 'withoutEstimate' },
  },
  rowKey: ['groupKey', 'firstDay'],
  watches: [
    'process',
    'part',
    'workOrder',
    'workReport',
    'task',
    'craft',
    ...GROUP_SCOPE_ENTITIES,
    'device',
    'employee',
    'roster',
    'classTable',
    'holiday',
    'factory',
  ],
  // Work on a task that is going on counts until now, and planned work becomes overdue at its planned end.
  clock: 'minute',
  run: async (db, user, { capacityAxis, loadStep, periodCount, ...otherParams }) => {
    const { groupIds } = await loadGroupScope(db, user.factoryId, otherParams);
    const [step, count] = [loadStep ?? 'loadByDay', periodCount ?? 1];
    const today = getToday(db, user.zone);
    const to = step === 'loadByDay' ? addDays(today, count - 1) : addDays(getMonday(today), count * 7 - 1);
    const { groups } = await readCapacityLoad(db, user, today, { from: today, to });
    const columns = makeLoadColumns(today, to, step);
    return groups
      .filter(({ id }) => groupIds === null || (id !== null && groupIds.includes(id)))
      .flatMap((group) =>
        columns.map((column) => makeRow(group, capacityAxis ?? 'deviceHours', column, today)),
      );
  },
});
