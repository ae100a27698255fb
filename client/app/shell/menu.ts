import type { EntityName } from '#shared/entities/index.ts';
import {
  can,
  PRODUCTION,
  SIGNED_IN,
  toRead,
  type Permission,
  type Permitted,
} from '#shared/kernel/permissions.ts';
import { COLUMN_CODES } from '#shared/kernel/column-owners.ts';
import type { ReportDescriptor } from '#shared/kernel/report.ts';
import type { TermKey } from '#shared/terms/index.ts';
import type { EntityPage } from '#client/crud/entity-page.ts';
import { ownPages, reportPath } from '#client/crud/report/report-pages.ts';
import { craftsPage, entityPages, pageOf } from '../routes/entity-pages.ts';

/** The pictures of the menu; the navigation draws them. */
export type MenuIcon =
  | 'home'
  | 'order'
  | 'project'
  | 'columns'
  | 'progress'
  | 'call'
  | 'rule'
  | 'wall'
  | 'terminal'
  | 'factory'
  | 'department'
  | 'employee'
  | 'role'
  | 'group'
  | 'device'
  | 'craft'
  | 'cost'
  | 'customer'
  | 'supplier'
  | 'outsider'
  | 'log'
  | 'download'
  | 'material'
  | 'unit'
  | 'line'
  | 'shelf'
  | 'classification'
  | 'shifts'
  | 'roster'
  | 'holiday'
  | 'deleted'
  | 'plan'
  | 'formula'
  | 'schedule'
  | 'mapping'
  | 'share'
  | 'task'
  | 'library'
  | 'procedure'
  | 'report'
  | 'form'
  | 'record'
  | 'guide'
  | 'approval'
  | 'files'
  | 'job';

/** One entry of the navigation. */
export interface MenuItem {
  readonly path: string;
  readonly title: TermKey;
  readonly icon: MenuIcon;
  /** All of them are needed: that of the area and that of the page; of several in one place any one. */
  readonly needs: readonly (Permission | readonly Permission[])[];
  /** Stays marked on pages whose address begins so. */
  readonly under?: string;
  /** Is marked on its own page only. */
  readonly alone?: true;
}
export interface MenuGroup {
  readonly title: TermKey | null;
  readonly items: readonly MenuItem[];
}

/** The pictures of entities; the others have that of their group. */
const ICONS: Partial<Record<EntityName, MenuIcon>> = {
  factory: 'factory',
  department: 'department',
  employee: 'employee',
  role: 'role',
  workGroup: 'group',
  device: 'device',
  terminal: 'terminal',
  productionLine: 'line',
  shelf: 'shelf',
  costType: 'cost',
  customer: 'customer',
  supplier: 'supplier',
  customerUser: 'outsider',
  supplierUser: 'outsider',
  guest: 'outsider',
  material: 'material',
  unit: 'unit',
  classTable: 'shifts',
  roster: 'roster',
  holiday: 'holiday',
  callRule: 'rule',
  customForm: 'record',
  guideBook: 'guide',
  offlineFileSetting: 'files',
  offlineFileClassification: 'files',
  orderApproval: 'approval',
  processApproval: 'approval',
  masterPlanNode: 'plan',
  masterPlanTemplate: 'plan',
  formula: 'formula',
  cycleScheduleSetting: 'schedule',
  materialColumnMapping: 'mapping',
  costShareSetting: 'share',
  task: 'task',
  processLibrary: 'library',
  sip: 'procedure',
  sop: 'procedure',
};

/** An entry for a page of the settings; those of the basic data ask for the permission of the area too. */
const pageItem = (page: EntityPage, icon?: MenuIcon, under?: string): MenuItem => ({
  path: page.listPath,
  title: page.title ?? (page.entity.name as TermKey),
  icon: icon ?? ICONS[page.entity.name as EntityName] ?? 'classification',
  needs: [
    ...(page.listPath.startsWith('/system/basic/') ? (['SYSTEM_BASIC'] as const) : []),
    toRead(page.entity.permission),
  ],
  ...(under ? { under } : {}),
});

/** A report, and the pages that show what is behind it. */
const reportItem = ({ page = '', name, permission, details }: ReportDescriptor): MenuItem => ({
  path: reportPath(page),
  title: name,
  icon: 'report',
  needs: [permission],
  ...(details ? { under: reportPath(page).replace(/\/[^/]+$/, '') } : {}),
});

/** What stands first in the navigation. */
const MAIN: MenuGroup = {
  title: null,
  items: [
    { path: '/', title: 'home', icon: 'home', needs: [SIGNED_IN] },
    { path: '/order', title: 'workOrders', icon: 'order', needs: ['WORK_ORDER'] },
    { path: '/project', title: 'projects', icon: 'project', needs: ['PROJECT_MANAGE'] },
    {
      path: '/process',
      title: 'progressQuery',
      icon: 'progress',
      needs: [PRODUCTION],
      // The standard process library lies below it and is another page.
      alone: true,
    },
    { path: '/terminal', title: 'floorReporting', icon: 'terminal', needs: ['TASK_REPORT'] },
    { path: '/andon', title: 'openCalls', icon: 'call', needs: [PRODUCTION] },
    { path: '/record', title: 'customRecords', icon: 'record', needs: [PRODUCTION] },
    { path: '/largeScreenReportForm', title: 'largeScreen', icon: 'wall', needs: [SIGNED_IN] },
    { path: '/download', title: 'downloads', icon: 'download', needs: [SIGNED_IN] },
  ],
};

/**
 * The groups of the settings: entities by name, pages that are written by hand as they are.
 * A page that no group names stands in the last one of its area, so that a new entity has its place.
 */
const SETTINGS: readonly { title: TermKey; of: readonly (EntityName | MenuItem)[] }[] = [
  {
    title: 'organisation',
    of: ['factory', 'department', 'employee', 'role', 'guest'],
  },
  {
    title: 'productionResources',
    of: [
      'workGroup',
      'device',
      'terminal',
      'productionLine',
      'shelf',
      pageItem(craftsPage('machining'), 'craft', '/system/basic/crafts'),
    ],
  },
  { title: 'workCalendar', of: ['classTable', 'roster', 'holiday'] },
  { title: 'processData', of: ['processLibrary', 'sop', 'sip', 'task'] },
  { title: 'planningData', of: ['masterPlanNode', 'masterPlanTemplate', 'cycleScheduleSetting'] },
  { title: 'costData', of: ['costType', 'costShareSetting', 'formula'] },
  {
    title: 'basicData',
    of: ['customer', 'customerUser', 'supplier', 'supplierUser', 'material', 'unit', 'materialColumnMapping'],
  },
  {
    title: 'settings',
    of: [
      'classification',
      {
        path: '/system/params/form',
        title: 'formSetting',
        icon: 'form',
        needs: ['SYSTEM_PARAM_SETTING_FORM'],
      },
      'customForm',
      'guideBook',
      'callRule',
      'orderApproval',
      'processApproval',
      'offlineFileSetting',
      'offlineFileClassification',
      { path: '/system/job', title: 'jobs', icon: 'job', needs: ['SYSTEM_JOB'] },
      { path: '/system/column', title: 'columnSettings', icon: 'columns', needs: [COLUMN_CODES] },
      {
        path: '/system/deletedData',
        title: 'deletedData',
        icon: 'deleted',
        needs: ['SYSTEM_DELETED_DATA'],
      },
      { path: '/log', title: 'systemLog', icon: 'log', needs: ['SYSTEM_LOG'] },
    ],
  },
];

const named = new Set<EntityName>([
  ...SETTINGS.flatMap(({ of }) => of.filter((one) => typeof one === 'string')),
]);

const settings: readonly MenuGroup[] = SETTINGS.map(({ title, of }) => ({
  title,
  items: [
    ...of.flatMap((one) => {
      if (typeof one !== 'string') return [one];
      const page = pageOf(one);
      return page ? [pageItem(page)] : [];
    }),
    ...entityPages
      .filter((page) => !named.has(page.entity.name as EntityName))
      .filter(({ listPath }) => listPath.startsWith('/system/'))
      .filter((page) => title === (page.listPath.startsWith('/system/basic/') ? 'basicData' : 'settings'))
      .map((page) => pageItem(page)),
  ],
}));

/**
 * The navigation of one person: what may not be seen is not there.
 * @param reports what the server says of the reports that the person may see
 */
export function menuFor(user: Permitted | null, reports: readonly ReportDescriptor[] = []): MenuGroup[] {
  const groups = [MAIN, { title: 'reports', items: ownPages(reports).map(reportItem) } as const, ...settings];
  return groups
    .map((group) => ({
      ...group,
      items: group.items.filter((item) => item.needs.every((one) => can(user, one))),
    }))
    .filter((group) => group.items.length > 0);
}
