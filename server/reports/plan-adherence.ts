import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import { date, number, ref, text } from '#shared/kernel/fields.ts';
import { getDatabaseTime, getToday } from '../db/clock.ts';
import { readAdherence } from '../planning/daily-plan/read-adherence.ts';
import { DAY_PARAMETERS, resolveReportDays } from './days-of.ts';
import { defineReport } from './define-report.ts';
import { GROUP_SCOPE_ENTITIES, loadGroupScope } from './group-scope.ts';
import { makePercentColumn } from './work-columns.ts';

interface Row {
  day: string;
  /** The id of the group; 'none' for lines without a group. */
  groupKey: string;
  workGroupId: number | null;
  groupName: string | null;
  plannedJobs: number;
  startedInTime: number;
  finishedJobs: number;
  keptJobs: number;
  /** The percentage of the lines that were started in time and finished. */
  adherenceRate: number | null;
}

const PERIOD = { days: 14, most: 92 } as const;

/**
 * How many lines of the released daily plans were started in time and finished, by day and group. A line
 * counts as soon as its shift is over.
 */
export const planAdherence = defineReport<Row>()({
  name: 'planAdherence',
  path: '/mes/form/planAdherence',
  page: 'plan/adherence',
  words: {
    plannedJobs: ['计划任务', 'Planned jobs', '計劃任務', '計画件数'],
    startedInTime: ['按时开工', 'Started in time', '按時開工', '予定どおり着手'],
    finishedJobs: ['完成当日数量', 'Finished', '完成當日數量', '当日分完了'],
    keptJobs: ['达成', 'Kept', '達成', '遵守'],
  },
  parameters: { ...DAY_PARAMETERS, ...GROUP_SCOPE_FIELDS },
  period: PERIOD,
  columns: {
    day: { field: date({ required: true }), label: 'day' },
    groupKey: { field: text({ required: true }), label: 'groupKey', hidden: true },
    workGroupId: { field: ref('workGroup'), label: 'workGroup', hidden: true },
    groupName: { field: text(), label: 'workGroup' },
    plannedJobs: { field: number({ required: true, decimals: 0 }), label: 'plannedJobs', total: true },
    startedInTime: { field: number({ required: true, decimals: 0 }), label: 'startedInTime', total: true },
    finishedJobs: { field: number({ required: true, decimals: 0 }), label: 'finishedJobs', total: true },
    keptJobs: { field: number({ required: true, decimals: 0 }), label: 'keptJobs', total: true },
    adherenceRate: makePercentColumn('adherenceRate'),
  },
  rowKey: ['day', 'groupKey'],
  watches: ['workReport', 'cycleScheduleSetting', ...GROUP_SCOPE_ENTITIES],
  clock: 'minute',
  chart: { label: 'day', bars: ['plannedJobs', 'keptJobs'] },
  run: async (db, user, params) => {
    const { from, to, ...scopeInput } = params;
    const scope = await loadGroupScope(db, user.factoryId, scopeInput);
    const now = getDatabaseTime(db).getTime();
    const figures = await readAdherence(
      db,
      user,
      resolveReportDays(getToday(db, user.zone), { from, to }, PERIOD),
      now,
    );
    const groups = await db
      .selectFrom('workGroup')
      .select(['id', 'code', 'name'])
      .where('factoryId', '=', user.factoryId)
      .orderBy('code')
      .execute();
    const groupById = new Map(groups.map((group, position) => [group.id, { ...group, place: position }]));
    const getPosition = (id: number | null) =>
      id === null ? Infinity : (groupById.get(id)?.place ?? Infinity);
    return figures
      .filter(
        ({ workGroupId }) =>
          scope.groupIds === null || (workGroupId !== null && scope.groupIds.includes(workGroupId)),
      )
      .toSorted((a, b) =>
        a.day < b.day ? 1 : a.day > b.day ? -1 : getPosition(a.workGroupId) - getPosition(b.workGroupId),
      )
      .map(({ day, workGroupId, lines, startedInTime, finished, kept }) => ({
        day,
        groupKey: String(workGroupId ?? 'none'),
        workGroupId,
        groupName: workGroupId === null ? null : (groupById.get(workGroupId)?.name ?? null),
        plannedJobs: lines,
        startedInTime,
        finishedJobs: finished,
        keptJobs: kept,
        adherenceRate: Math.round((kept / lines) * 1000) / 10,
      }));
  },
});
