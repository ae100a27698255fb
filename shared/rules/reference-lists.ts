/** A reference list of the specification (§7): an array that is kept while the browser's tab is open. */
export interface ReferenceList {
  readonly path: string;
  /** The one thing that it can be asked for, where its payload is not empty. */
  readonly parameter?: string;
  /** The entity whose changes make it stale. */
  readonly of: string;
}

/** The 16 calls, as the specification spells them. */
export const REFERENCE_LISTS: readonly ReferenceList[] = [
  { path: '/mes/user/user/list', of: 'employee' },
  { path: '/mes/system/basic/device/list', of: 'device' },
  { path: '/mes/project/projectColumn/json', of: 'columnSetting' },
  { path: '/mes/order/column/json', of: 'columnSetting' },
  { path: '/mes/process/partColumn/json', of: 'columnSetting' },
  { path: '/mes/process/processColumn/json', of: 'columnSetting' },
  { path: '/mes/system/classify/json', parameter: 'class_id', of: 'classification' },
  { path: '/mes/orderPlan/list', of: 'masterPlanNode' },
  { path: '/mes/system/basic/shelf/list', parameter: 'groupId', of: 'shelf' },
  { path: '/mes/system/basic/crafts/list', of: 'craft' },
  { path: '/mes/system/basic/group/list', of: 'workGroup' },
  { path: '/mes/system/offline/file/classify/list', of: 'offlineFileClass' },
  { path: '/mes/system/basic/custom/list', of: 'customer' },
  { path: '/mes/process/part/getMatList', of: 'material' },
  { path: '/mes/system/basic/unit/list', of: 'unit' },
  { path: '/mes/system/base/query/id', of: 'id' },
];

/** Their paths: each answers the whole list where nobody asks for less. */
export const REFERENCE_LIST_PATHS: ReadonlySet<string> = new Set(REFERENCE_LISTS.map(({ path }) => path));
