import type { entities, EntityName } from '#shared/entities/index.ts';

/**
 * A reference list of the specification (§7): a call returns it as a plain array, not as an `Answer`. The client can
 * keep the array while the browser tab is open.
 */
interface ReferenceListBase<N extends string> {
  readonly path: string;
  /** The entity whose changes make kept copies of the list outdated; `id` for the call that returns a new id. */
  readonly of: N;
  /** The name of the list's parameter in the specification, if the list has one. */
  readonly parameter?: string;
}

interface ReferenceListOfRows<N extends EntityName> extends ReferenceListBase<N> {
  /** The field by which the parameter filters the rows. */
  readonly field?: keyof (typeof entities)[N]['fields'];
  /**
   * Whether pickers load the whole list, because the list has at most hundreds of rows. For other lists, pickers
   * search on the server.
   */
  readonly held?: true;
}

/** A reference list of the columns of an entity's list. */
interface ReferenceListOfColumns extends ReferenceListBase<'columnSetting'> {
  readonly columnsOf: EntityName;
}

type ReferenceList =
  | { [N in EntityName]: ReferenceListOfRows<N> }[EntityName]
  | ReferenceListOfColumns
  | ReferenceListBase<'id'>;

/** The 16 reference lists, with the paths and parameters of the specification. */
export const REFERENCE_LISTS: readonly ReferenceList[] = [
  { path: '/mes/user/user/list', of: 'employee' },
  { path: '/mes/system/basic/device/list', of: 'device', held: true },
  { path: '/mes/project/projectColumn/json', of: 'columnSetting', columnsOf: 'project' },
  { path: '/mes/order/column/json', of: 'columnSetting', columnsOf: 'workOrder' },
  { path: '/mes/process/partColumn/json', of: 'columnSetting', columnsOf: 'part' },
  { path: '/mes/process/processColumn/json', of: 'columnSetting', columnsOf: 'process' },
  { path: '/mes/system/classify/json', of: 'classification', parameter: 'class_id', field: 'classId' },
  { path: '/mes/orderPlan/list', of: 'masterPlanNode' },
  {
    path: '/mes/system/basic/shelf/list',
    of: 'shelf',
    parameter: 'groupId',
    field: 'workGroupId',
    held: true,
  },
  { path: '/mes/system/basic/crafts/list', of: 'craft', held: true },
  { path: '/mes/system/basic/group/list', of: 'workGroup', held: true },
  { path: '/mes/system/offline/file/classify/list', of: 'offlineFileClassification' },
  { path: '/mes/system/basic/custom/list', of: 'customer', held: true },
  { path: '/mes/process/part/getMatList', of: 'material' },
  { path: '/mes/system/basic/unit/list', of: 'unit', held: true },
  { path: '/mes/system/base/query/id', of: 'id' },
];

export const REFERENCE_LISTS_OF_ROWS = REFERENCE_LISTS.filter(
  (list) => list.of !== 'columnSetting' && list.of !== 'id',
);

export const REFERENCE_LISTS_OF_COLUMNS = REFERENCE_LISTS.filter((list) => list.of === 'columnSetting');
