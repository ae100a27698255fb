import type { PermissionCode } from '#shared/kernel/permissions.ts';

/**
 * The paths of the two settings lists of the specification (§2), each with the permission codes of its page (§6;
 * domain.md §10 for the pages of the basic data). One of these codes opens the page; a page below /system/basic also
 * requires SYSTEM_BASIC.
 */
export const SPECIFIED_SETTINGS_PATHS: readonly { path: string; codes: readonly PermissionCode[] }[] = [
  ...makeBasicDataPaths('factory', 'SYSTEM_BASIC_FACTORY'),
  ...makeBasicDataPaths('department', 'SYSTEM_BASIC_DEPARTMENT', 'department/edit/{pid}/{id}'),
  ...makeBasicDataPaths('role', 'SYSTEM_BASIC_ROLE', 'role/edit/{id}'),
  ...makeBasicDataPaths('employee', 'SYSTEM_BASIC_EMPLOYEE', 'employee/edit/{id}'),
  ...makeBasicDataPaths('device', 'SYSTEM_BASIC_DEVICE', 'device/edit/{id}'),
  ...makeBasicDataPaths('group', 'SYSTEM_BASIC_GROUP', 'group/edit/{id}'),
  ...makeBasicDataPaths('crafts/{type}', 'SYSTEM_BASIC_CRAFTS', 'crafts/edit/{type}/{id}'),
  ...makeBasicDataPaths('productionLine', 'SYSTEM_BASIC_PRODUCTION_LINE', 'productionLine/edit/{id}'),
  ...makeBasicDataPaths('costType', 'SYSTEM_BASIC_COST_TYPE'),
  ...makeBasicDataPaths('shelf', 'SYSTEM_BASIC_SHELF'),
  ...makeBasicDataPaths('order/node', 'ORDER_MASTER_PLAN_NODE_SETTING'),
  ...makeBasicDataPaths('formula', 'SYSTEM_BASIC_FORMULA'),
  ...makeBasicDataPaths('cycleScheduleSetting', 'SYSTEM_BASIC_CYCLE_SCHEDULE_SETTING'),
  ...makeBasicDataPaths('materialColumnMapping', 'MAT_COLUMN_MAPPING'),
  ...makeBasicDataPaths('costShareSetting', 'SYSTEM_BASIC_COST_SHARE_SETTING'),
  ...makeBasicDataPaths('task', 'SYSTEM_BASIC_TASK'),
  { path: '/system/masterPlanTemplate', codes: ['ORDER_PLAN_TEMPLATE_SETTING'] },
  { path: '/system/classify', codes: ['SYSTEM_CLASSIFY'] },
  { path: '/system/job', codes: ['SYSTEM_JOB'] },
  { path: '/system/params/sip', codes: ['SYSTEM_PARAM_SETTING_SIP'] },
  { path: '/system/params/sop', codes: ['SYSTEM_PARAM_SETTING_SOP'] },
  ...['project', 'order', 'part', 'process', 'report', 'masterPlan', 'quality'].map((form) => ({
    path: `/system/params/form/${form}`,
    codes: ['SYSTEM_PARAM_SETTING_FORM'] as const,
  })),
  { path: '/system/classTable', codes: ['SYSTEM_CLASS_TABLE_SETTING'] },
  { path: '/system/holiday', codes: ['SYSTEM_HOLIDAY_SETTING'] },
  { path: '/process/library', codes: ['SYSTEM_STANDARD_LIB'] },
  { path: '/system/offlineFile', codes: ['SYSTEM_OFFLINE_FILE'] },
  { path: '/system/offlineFile/edit/{id}', codes: listEditCodes('SYSTEM_OFFLINE_FILE') },
  { path: '/system/column/order', codes: ['SYSTEM_CUSTOM_COLUMN_ORDER'] },
  { path: '/system/column/part', codes: ['SYSTEM_CUSTOM_COLUMN_PART'] },
  { path: '/system/column/process', codes: ['SYSTEM_CUSTOM_COLUMN_PROCESS'] },
  { path: '/system/column/project', codes: ['SYSTEM_CUSTOM_COLUMN_PROJECT'] },
  { path: '/system/approval/order', codes: ['SYSTEM_APPROVAL_PROCESS_ORDER'] },
  { path: '/system/approval/process', codes: ['SYSTEM_APPROVAL_PROCESS_PROCESS'] },
  {
    path: '/system/approval/approvalProcessSetting/{factoryId}/{moduleId}/{primaryId}',
    codes: [
      ...listEditCodes('SYSTEM_APPROVAL_PROCESS_ORDER'),
      ...listEditCodes('SYSTEM_APPROVAL_PROCESS_PROCESS'),
    ],
  },
];

/**
 * Returns the path of a list of basic data and the path of its edit page, if it has one. Each path has the codes of its
 * page.
 */
function makeBasicDataPaths(listPath: string, code: PermissionCode, editPath?: string) {
  return [
    { path: `/system/basic/${listPath}`, codes: [code] },
    ...(editPath ? [{ path: `/system/basic/${editPath}`, codes: listEditCodes(code) }] : []),
  ];
}

/** Returns the two codes that open an edit page: the code to add and the code to modify. */
function listEditCodes(code: PermissionCode): PermissionCode[] {
  return [`${code}_ADD`, `${code}_MODIFY`] as PermissionCode[];
}

/** Fills the parameters of a path with sample values. */
export const makeSampleAddress = (path: string): string =>
  path
    .replace('{type}', 'machining')
    .replace('{pid}', '0')
    .replace('{factoryId}', '0')
    .replace('{moduleId}', 'order')
    .replace(/\{(id|primaryId)\}/, 'new')
    .replace(/\{\w+\}/g, '1');
