import type { FieldMap } from '#shared/kernel/fields.ts';
import { PROCESS_LIST_ORDER_FILTERS } from '#shared/planning/process-list.ts';
import { toWireFilter, type ListState } from '#client/crud/list/list-address.ts';

export const ROWS_PER_PAGE = 100;

/** The filters in the first row of the list. */
const FIRST_FILTERS = ['state', 'workGroupId', 'craftId', 'late', 'orderState'] as const;

/**
 * Declares the filters of the list of processes: those of a process with its custom columns, and those of its order.
 */
export const declareProcessList = (processFields: FieldMap) => ({
  fields: { ...PROCESS_LIST_ORDER_FILTERS, ...processFields } as FieldMap,
  filters: FIRST_FILTERS,
  sort: 'dueDate',
});

/** Converts the state of the list to parameters of the calls that read and export it. */
export function toListParameters(
  fields: FieldMap,
  { filter, search, sort }: Pick<ListState, 'filter' | 'search' | 'sort'>,
): Record<string, unknown> {
  const { orderId, customerId, orderGroupId, orderState, dueDate, late, ...processFilter } = toWireFilter(
    fields,
    filter,
  );
  const { from, to } = (dueDate ?? {}) as { from?: string; to?: string };
  return {
    sort,
    ...(search ? { search } : {}),
    ...(Object.keys(processFilter).length > 0 ? { filter: processFilter } : {}),
    ...(orderId ? { orderId } : {}),
    ...(customerId ? { customerId } : {}),
    ...(orderGroupId ? { orderGroupId } : {}),
    ...(Array.isArray(orderState) ? { orderState: orderState.join(',') } : {}),
    ...(from ? { dueFrom: from } : {}),
    ...(to ? { dueTo: to } : {}),
    ...(Array.isArray(late) && late.includes(true) ? { late: true } : {}),
  };
}
