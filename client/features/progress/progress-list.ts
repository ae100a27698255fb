import { choice, type FieldMap } from '#shared/kernel/fields.ts';
import { GROUPINGS, progressFilters, type Grouping } from '#shared/answers/progress-query.ts';
import { wireFilter, type ListState } from '#client/crud/list/list-address.ts';

/** The filters of the page, including the grouping. The page stores them in its address. */
export const progressList = {
  fields: { groupBy: choice(GROUPINGS, { label: 'groupBy' }), ...progressFilters } as FieldMap,
  filters: ['customerId', 'workGroupId', 'state', 'late'],
  sort: 'dueDate',
} as const;

/** The number of rows per page. */
export const PAGE_ROWS = 50;

/** Returns the current grouping. */
export function groupingOf({ filter }: ListState): Grouping {
  const value = filter['groupBy'];
  const [by] = value && 'any' in value ? value.any : [];
  return GROUPINGS.find((one) => one === by) ?? 'workOrder';
}

/** Whether any filter is set; the grouping is not a filter. */
export const isFiltered = ({ filter, search }: ListState): boolean =>
  search !== '' || Object.keys(filter).some((name) => name !== 'groupBy');

/** Converts the filters to parameters of the call. */
export function toQuery({ filter, search }: ListState): Record<string, unknown> {
  const { groupBy: _groupBy, ...others } = filter;
  const { state, orderState, late, ...ids } = wireFilter(progressList.fields, others);
  return {
    ...ids,
    ...(search ? { search } : {}),
    ...(Array.isArray(state) ? { state: state.join(',') } : {}),
    ...(Array.isArray(orderState) ? { orderState: orderState.join(',') } : {}),
    ...(Array.isArray(late) && late.includes(true) ? { late: true } : {}),
  };
}
