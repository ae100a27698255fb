import { choice, text } from '#shared/kernel/fields.ts';
import { PROGRESS_GROUPINGS, progressFilters } from '#shared/answers/progress-query.ts';

const { state: _state, orderState: _orderState, ...filters } = progressFilters;

/** The filters of a progress query. States are separated by commas. */
export const progressFilterInput = {
  ...filters,
  state: text({ max: 200, label: 'processState' }),
  orderState: text({ max: 200, label: 'orderState' }),
  search: text({ max: 100, label: 'search' }),
} as const;

/** The filters, the grouping and the sorting of a progress query. */
export const progressQueryInput = {
  ...progressFilterInput,
  groupBy: choice(PROGRESS_GROUPINGS, { initial: 'workOrder', label: 'groupBy' }),
  sort: text({ max: 60, label: 'sort' }),
} as const;
