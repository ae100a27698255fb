import type { HooksOf } from './hooks.ts';
import { buildEmployeeOnlyScope } from './outside-scope.ts';
import { refuseRepeatedValues } from './refuse-repeated-values.ts';

/** A project has one budget for each cost type. Customers and suppliers see no projects. */
export const projectHooks: HooksOf<'project'> = {
  batchable: true,
  scope: buildEmployeeOnlyScope,
  beforeSave: async (_tx, next) => refuseRepeatedValues(next, 'budget', 'costTypeId'),
};
