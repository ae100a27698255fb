import type { Feature } from '#client/crud/pages/feature.ts';
import { makeEntityPage } from '#client/crud/pages/make-entity-page.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import { formatRowId } from '#client/crud/pages/row-address.ts';

const MaterialLabelActions = fetchOnFirstRender(
  'MaterialLabelActions',
  () => import('./material-labels.tsx'),
);

const TraceRowAction = fetchOnFirstRender('TraceRowAction', () => import('./trace-row-action.tsx'));

const DEPARTMENT_PATH = '/system/basic/department';

/**
 * The pages of master data, which are generated from the entity declarations. Only their icons, the
 * address of the departments' edit page and the labels of materials are set here.
 */
export const pages = {
  department: makeEntityPage('department', {
    icon: 'department',
    editPattern: `${DEPARTMENT_PATH}/edit/:pid/:id`,
    editPath: (row, parentId) =>
      `${DEPARTMENT_PATH}/edit/${String(row?.['parentId'] ?? parentId ?? 0)}/${formatRowId(row)}`,
  }),
  guest: makeEntityPage('guest', { icon: 'outsider' }),
  device: makeEntityPage('device', { icon: 'device', actions: TraceRowAction }),
  productionLine: makeEntityPage('productionLine', { icon: 'line' }),
  shelf: makeEntityPage('shelf', { icon: 'shelf' }),
  task: makeEntityPage('task', { icon: 'task' }),
  processLibrary: makeEntityPage('processLibrary', { icon: 'library' }),
  customer: makeEntityPage('customer', { icon: 'customer' }),
  supplier: makeEntityPage('supplier', { icon: 'supplier' }),
  material: makeEntityPage('material', {
    icon: 'material',
    actions: TraceRowAction,
    batchActions: MaterialLabelActions,
  }),
  unit: makeEntityPage('unit', { icon: 'unit' }),
  materialColumnMapping: makeEntityPage('materialColumnMapping', { icon: 'mapping' }),
  guideBook: makeEntityPage('guideBook', { icon: 'guide' }),
} satisfies Feature['pages'];
