import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AdherenceFigure, DayPlan } from '#shared/answers/daily-plan.ts';
import { addDays } from '#shared/rules/days.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';

/** Selects the lines of a day by four properties. A property that is null selects all lines. */
export interface PlanFilter {
  readonly workGroupId: number | null;
  readonly deviceId: number | null;
  readonly employeeId: number | null;
  readonly shift: string | null;
}

/** The entities whose changes trigger a new read, and the minimum time between two reads in ms. */
const QUERY_META = {
  watches: [
    'dailyPlan',
    'plannedOperation',
    'process',
    'part',
    'workOrder',
    'workReport',
    'workGroup',
    'device',
    'employee',
    'abnormalCall',
    'classTable',
    'roster',
    'holiday',
  ],
  pace: 2000,
};

/** Reads the plan of a day. */
export const useDayPlan = (day: string, filter: PlanFilter, enabled = true) =>
  useQuery({
    queryKey: queryKeys.entity('dailyPlan', 'day', { day, ...filter }),
    queryFn: ({ signal }) => call<DayPlan>('/mes/plan/day', { day, ...filter }, { signal }),
    placeholderData: keepPreviousData,
    enabled,
    meta: QUERY_META,
  });

/** The number of past days whose adherence to the plan is shown. */
export const ADHERENCE_DAYS = 14;

/** Reads how many lines of the released plans were done as planned, for each of the last days. */
export const useAdherence = (today: string) => {
  const params = { from: addDays(today, -ADHERENCE_DAYS), to: today };
  return useQuery({
    queryKey: queryKeys.entity('dailyPlan', 'adherence', params),
    queryFn: async ({ signal }) =>
      (await call<{ rows: AdherenceFigure[] }>('/mes/plan/day/adherence', params, { signal })).rows,
    meta: { watches: ['dailyPlan', 'workReport', 'cycleScheduleSetting'], pace: 10_000 },
  });
};
