import { choice, type FieldMap } from '#shared/kernel/fields.ts';
import {
  PROGRESS_GROUPINGS,
  progressFilters,
  type ProgressGrouping,
} from '#shared/answers/progress-query.ts';
import { toWireFilter, type ListState } from '#client/crud/list/list-address.ts';

/** The filters of the page, including the grouping. The page stores them in its address. */
export const progressListDeclaration = {
  fields: { groupBy: choice(PROGRESS_GROUPINGS, { label: 'groupBy' }), ...progressFilters } as FieldMap,
  filters: ['customerId', 'workGroupId', 'state', 'late'],
  sort: 'dueDate',
} as const;

export const ROWS_PER_PAGE = 50;

/** Returns the grouping in the list's filters; `workOrder` if there is none. */
export function getGrouping({ filter }: ListState): ProgressGrouping {
  const value = filter['groupBy'];
  const [requestedGrouping] = value && 'any' in value ? value.any : [];
  return PROGRESS_GROUPINGS.find((grouping) => grouping === requestedGrouping) ?? 'workOrder';
}

/** Whether any filter is set; the grouping is not a filter. */
export const isFiltered = ({ filter, search }: ListState): boolean =>
  search !== '' || Object.keys(filter).some((name) => name !== 'groupBy');

/** Converts the filters and the search text to parameters of the call. */
export function toCallParameters({ filter, search }: ListState): Record<string, unknown> {
  const { groupBy: _groupBy, ...otherFilters } = filter;
  const { state, orderState, late, ...ids } = toWireFilter(progressListDeclaration.fields, otherFilters);
  return {
    ...ids,
    ...(search ? { search } : {}),
    ...(Array.isArray(state) ? { state: state.join(',') } : {}),
    ...(Array.isArray(orderState) ? { orderState: orderState.join(',') } : {}),
    ...(Array.isArray(late) && late.includes(true) ? { late: true } : {}),
  };
}

/** Encodes parameters of a call as texts, for the export. */
export const encodeParameters = (parameters: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
