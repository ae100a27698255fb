import { translateTerm } from '#shared/terms/index.ts';
import type { RawAnswer, RawCall } from '../../../call/raw-route.ts';
import { createTemplate } from '../export/template.ts';
import { loadPlanColumns, type PlanColumn } from './plan-columns.ts';

/** Makes a column required in a template, because it names the order or part of a row. */
const requireColumn = (column: PlanColumn): PlanColumn => ({
  ...column,
  field: { ...column.field, required: true },
});
/** Makes a column optional in a template, because the import fills in its value. */
const makeColumnOptional = (column: PlanColumn): PlanColumn => ({
  ...column,
  field: { ...column.field, required: false },
});

/** Creates an empty workbook for a plan, with a sheet for orders, for parts and for processes. */
export async function createPlanTemplate(call: RawCall): Promise<RawAnswer> {
  const { db, user, lang } = call;
  const { order, part, process } = await loadPlanColumns(db, user.factoryId);
  const [orderCode, partCode] = [order, part].map((columns) =>
    requireColumn(columns.find(({ name }) => name === 'code')!),
  );
  const computedNames = new Set(['quantity', 'seq']);
  const makeOptional = (column: PlanColumn) =>
    computedNames.has(column.name) ? makeColumnOptional(column) : column;
  return createTemplate(call, translateTerm(lang, 'importPlan'), [
    { name: translateTerm(lang, 'workOrders'), columns: order },
    { name: translateTerm(lang, 'parts'), columns: [orderCode!, ...part.map(makeOptional)] },
    {
      name: translateTerm(lang, 'processes'),
      columns: [orderCode!, partCode!, ...process.filter(({ name }) => name !== 'routing').map(makeOptional)],
    },
  ]);
}
