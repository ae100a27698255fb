import { choice, type FieldMap } from '#shared/kernel/fields.ts';
import { GROUPINGS, progressFilters, type Grouping } from '#shared/answers/progress-query.ts';
import { wireFilter, type ListState } from '#client/crud/list/list-address.ts';

/** What the address of the page says: by what it is looked at, and what is looked for. */
export const progressList = {
  fields: { groupBy: choice(GROUPINGS, { label: 'groupBy' }), ...progressFilters } as FieldMap,
  filters: ['customerId', 'workGroupId', 'state', 'late'],
  sort: 'dueDate',
} as const;

/** How many rows a page holds. */
export const PAGE_ROWS = 50;

/** By what the page is looked at. */
export function groupingOf({ filter }: ListState): Grouping {
  const value = filter['groupBy'];
  const [by] = value && 'any' in value ? value.any : [];
  return GROUPINGS.find((one) => one === by) ?? 'workOrder';
}

/** Whether something is looked for: the way of looking is no filter. */
export const isFiltered = ({ filter, search }: ListState): boolean =>
  search !== '' || Object.keys(filter).some((name) => name !== 'groupBy');

/** What is looked for, as the wire takes it. */
export function askedFor({ filter, search }: ListState): Record<string, unknown> {
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
