import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CapacityLoad, LoadDetails, LoadKind } from '#shared/answers/capacity-load.ts';
import type { CapacityAxis } from '#shared/planning/group-capacity.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';

/** The entities whose changes trigger a new read, and the minimum time between two reads in ms. */
const QUERY_META = {
  watches: [
    'process',
    'part',
    'workOrder',
    'workReport',
    'task',
    'craft',
    'workGroup',
    'device',
    'employee',
    'classTable',
    'roster',
    'holiday',
  ],
  pace: 3000,
};

/** Reads the load and the capacity of all groups from one day to another. */
export const useCapacityLoad = (from: string, to: string) =>
  useQuery({
    queryKey: queryKeys.entity('process', 'capacityLoad', { from, to }),
    queryFn: ({ signal }) => call<CapacityLoad>('/mes/plan/capacityLoad', { from, to }, { signal }),
    placeholderData: keepPreviousData,
    meta: QUERY_META,
  });

/** The figure of the grid that the user has opened to see its processes. */
export interface ChosenLoad {
  readonly groupId: number | null;
  readonly loadKind: LoadKind;
  readonly from: string;
  readonly to: string;
}

/** Reads the processes that a figure of the grid includes. */
export function useLoadDetails(axis: CapacityAxis, { groupId, loadKind, from, to }: ChosenLoad) {
  const params = { loadKind, from, to, axis, workGroupId: groupId };
  return useQuery({
    queryKey: queryKeys.entity('process', 'capacityLoad/processes', params),
    queryFn: ({ signal }) => call<LoadDetails>('/mes/plan/capacityLoad/processes', params, { signal }),
    meta: QUERY_META,
  });
}
