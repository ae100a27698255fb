import { entities } from '#shared/entities/index.ts';
import { MAX_WORKBOOK_SIZE } from '#shared/answers/transfer.ts';
import type { RawRoute } from '../../../call/raw-route.ts';
import { EXPORT_BODY_LIMIT } from '../../../workbook/export-tables.ts';
import { deleteCheckedWorkbook } from '../import/import-list.ts';
import { checkPlan, writeCheckedPlan } from './import-plan.ts';
import { createPlanTemplate } from './plan-template.ts';
import { undoPlan } from './undo-plan.ts';

const { path } = entities.planImport;
const permission = 'WORK_ORDER_ADD';
const limit = EXPORT_BODY_LIMIT;

/** Routes that import a plan from a workbook, and undo the import. */
export const planImportRoutes: RawRoute[] = [
  { path: `${path}/template`, permission, limit, run: createPlanTemplate },
  { path: `${path}/check`, permission, limit: MAX_WORKBOOK_SIZE, readsStream: true, run: checkPlan },
  { path: `${path}/write`, permission, limit, run: writeCheckedPlan },
  { path: `${path}/drop`, permission, limit, run: deleteCheckedWorkbook },
  { path: `${path}/undo`, permission: 'WORK_ORDER_DELETE', limit, run: undoPlan },
];
