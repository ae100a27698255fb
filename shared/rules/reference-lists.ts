import type { entities, EntityName } from '#shared/entities/index.ts';

/**
 * A reference list of the specification (§7): a call returns it as a plain array, not as an `Answer`. The client can
 * keep the array while the browser tab is open.
 */
interface ReferenceListBase<N extends string> {
  readonly path: string;
  /** The entity whose changes make copies of the list outdated. The call that returns a new id has 'id' instead. */
  readonly entity: N;
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
  readonly isLoadedWhole?: true;
}

/** A reference list of the columns of an entity's list. */
interface ReferenceListOfColumns extends ReferenceListBase<'columnSetting'> {
  readonly columnOwner: EntityName;
}

type ReferenceList =
  | { [N in EntityName]: ReferenceListOfRows<N> }[EntityName]
  | ReferenceListOfColumns
  | ReferenceListBase<'id'>;

/** The 16 reference lists, with the paths and parameters of the specification. */
export const REFERENCE_LISTS: readonly ReferenceList[] = [
  { path: '/mes/user/user/list', entity: 'employee' },
  { path: '/mes/system/basic/device/list', entity: 'device', isLoadedWhole: true },
  { path: '/mes/project/projectColumn/json', entity: 'columnSetting', columnOwner: 'project' },
  { path: '/mes/order/column/json', entity: 'columnSetting', columnOwner: 'workOrder' },
  { path: '/mes/process/partColumn/json', entity: 'columnSetting', columnOwner: 'part' },
  { path: '/mes/process/processColumn/json', entity: 'columnSetting', columnOwner: 'process' },
  { path: '/mes/system/classify/json', entity: 'classification', parameter: 'class_id', field: 'classId' },
  { path: '/mes/orderPlan/list', entity: 'masterPlanNode' },
  {
    path: '/mes/system/basic/shelf/list',
    entity: 'shelf',
    parameter: 'groupId',
    field: 'workGroupId',
    isLoadedWhole: true,
  },
  { path: '/mes/system/basic/crafts/list', entity: 'craft', isLoadedWhole: true },
  { path: '/mes/system/basic/group/list', entity: 'workGroup', isLoadedWhole: true },
  { path: '/mes/system/offline/file/classify/list', entity: 'offlineFileClassification' },
  { path: '/mes/system/basic/custom/list', entity: 'customer', isLoadedWhole: true },
  { path: '/mes/process/part/getMatList', entity: 'material' },
  { path: '/mes/system/basic/unit/list', entity: 'unit', isLoadedWhole: true },
  { path: '/mes/system/base/query/id', entity: 'id' },
];

export const REFERENCE_LISTS_OF_ROWS = REFERENCE_LISTS.filter(
  (list) => list.entity !== 'columnSetting' && list.entity !== 'id',
);

export const REFERENCE_LISTS_OF_COLUMNS = REFERENCE_LISTS.filter((list) => list.entity === 'columnSetting');
