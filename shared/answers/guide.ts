/** The areas of the product. Each area has its own guide. */
export const GUIDE_AREAS = [
  'home',
  'workOrders',
  'project',
  'progressQuery',
  'openCalls',
  'reports',
  'customRecords',
  'organisation',
  'productionResources',
  'workCalendar',
  'basicData',
  'settings',
] as const;
export type GuideArea = (typeof GUIDE_AREAS)[number];

/** The guide areas by the beginning of the address of a page. The first entry that matches applies. */
const GUIDE_AREA_BY_PATH_PREFIX: readonly (readonly [string, GuideArea])[] = [
  ['/order', 'workOrders'],
  ['/project', 'project'],
  ['/process/library', 'settings'],
  ['/process', 'progressQuery'],
  ['/andon', 'openCalls'],
  ['/forms', 'reports'],
  ['/record', 'customRecords'],
  ['/system/basic/factory', 'organisation'],
  ['/system/basic/department', 'organisation'],
  ['/system/basic/employee', 'organisation'],
  ['/system/basic/role', 'organisation'],
  ['/system/basic/group', 'productionResources'],
  ['/system/basic/device', 'productionResources'],
  ['/system/basic/terminal', 'productionResources'],
  ['/system/basic/productionLine', 'productionResources'],
  ['/system/basic/shelf', 'productionResources'],
  ['/system/basic/crafts', 'productionResources'],
  ['/system/classTable', 'workCalendar'],
  ['/system/roster', 'workCalendar'],
  ['/system/holiday', 'workCalendar'],
  ['/system/basic', 'basicData'],
  ['/system', 'settings'],
];

/** Finds the guide area of a page by the address of the page. */
export const findGuideArea = (path: string): GuideArea =>
  GUIDE_AREA_BY_PATH_PREFIX.find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`))?.[1] ??
  'home';
