import { entities, entityNames, type EntityName } from '#shared/entities/index.ts';
import { VERBS, type EntityDeclaration } from '#shared/kernel/entity.ts';
import { fetchWhenDrawn } from '#client/kit/lazy/fetch-when-drawn.tsx';
import type { EntityPage } from '#client/crud/entity-page.ts';
import { createElement } from 'react';
import { inputs } from './inputs.ts';

const RevisionActions = fetchWhenDrawn(
  'RevisionActions',
  () => import('#client/features/revision/revision-actions.tsx'),
);
const RatesToday = fetchWhenDrawn('RatesToday', () => import('#client/features/cost/rates-today.tsx'));

const EmployeeActions = fetchWhenDrawn(
  'EmployeeActions',
  () => import('#client/features/employee/employee-actions.tsx'),
);
const ResetPasswordAction = fetchWhenDrawn(
  'ResetPasswordAction',
  () => import('#client/features/employee/reset-password-action.tsx'),
);
const FactoryActions = fetchWhenDrawn(
  'FactoryActions',
  () => import('#client/features/factory/factory-actions.tsx'),
);

const OfflineActions = fetchWhenDrawn(
  'OfflineActions',
  () => import('#client/features/offline/offline-actions.tsx'),
);
const RegionName = fetchWhenDrawn('RegionName', () => import('#client/features/offline/region-name.tsx'));
const RecordActions = fetchWhenDrawn(
  'RecordActions',
  () => import('#client/features/custom-form/record-actions.tsx'),
);
const ClassTableRosters = fetchWhenDrawn(
  'ClassTableRosters',
  () => import('#client/features/calendar/class-table-rosters.tsx'),
);

const NEW = 'new';
const MES = '/mes';
/**
 * Stands in an address of the specification for the factory that one is in: a row belongs to one only, and links are
 * made where nobody is signed in too.
 */
export const OWN_FACTORY = 0;

const idOf = (row: { id: number } | null): string => String(row?.id ?? NEW);

/** The crafts of one type, which is part of their address. */
export const craftsPage = (type: string): EntityPage => ({
  entity: entities.craft as EntityDeclaration,
  title: 'crafts',
  listPath: `/system/basic/crafts/${type}`,
  editPath: (row) => `/system/basic/crafts/edit/${type}/${idOf(row)}`,
  fixed: { field: 'craftType', value: type },
});

/** The types of crafts, in the order of their tabs. */
export const CRAFT_TYPES = entities.craft.fields.craftType.choices ?? [];

/** Documents of which only a draft is changed. */
const inRevisions: Partial<EntityPage> = {
  locked: (row) => row['state'] !== 'draft',
  lockedText: 'editionIsFixed',
  actions: RevisionActions,
};

/** Where something applies: the wire says it by number. */
const inRegions: Partial<EntityPage> = {
  inputs: { respectiveRegion: inputs.region },
  cells: { respectiveRegion: (row) => createElement(RegionName, { region: row['respectiveRegion'] }) },
};

/** The specification's address of a chain of approval: factory, module, chain. */
const chainPath = (module: string, row: { id: number } | null): string =>
  `/system/approval/approvalProcessSetting/${OWN_FACTORY}/${module}/${idOf(row)}`;

const department = '/system/basic/department';

/** The little in which generated pages differ from what their declarations say. */
const DIFFERENCES: Partial<Record<EntityName, Partial<Omit<EntityPage, 'entity'>>>> = {
  factory: { single: true, inputs: { zone: inputs.zone }, actions: FactoryActions },
  department: {
    title: 'departments',
    editPath: (row, parent) => `${department}/edit/${String(row?.['parentId'] ?? parent ?? 0)}/${idOf(row)}`,
  },
  role: {
    title: 'roles',
    locked: (row) => row['roleType'] === 'system',
    inputs: { permissions: inputs.permissions },
  },
  employee: { title: 'employees', actions: EmployeeActions },
  customerUser: { title: 'customerUsers', actions: ResetPasswordAction },
  supplierUser: { title: 'supplierUsers', actions: ResetPasswordAction },
  guest: { title: 'guests' },
  device: { title: 'devices' },
  workGroup: {
    title: 'workGroups',
    inputs: {
      normalCapacity: inputs.groupCapacity,
      maximumCapacity: inputs.groupCapacity,
      budgetCapacity: inputs.groupCapacity,
    },
  },
  productionLine: { title: 'productionLines' },
  shelf: { title: 'shelves' },
  costType: { title: 'costTypes', cells: { rates: (row) => createElement(RatesToday, { row }) } },
  terminal: { title: 'terminals' },
  customer: { title: 'customers' },
  supplier: { title: 'suppliers' },
  material: { title: 'materials' },
  unit: { title: 'units' },
  callRule: { title: 'callRules', inputs: { typeId: inputs.callType } },
  classification: { title: 'classifications' },
  classTable: {
    title: 'classTables',
    inputs: { shifts: inputs.shifts, breaks: inputs.breaks },
    actions: ClassTableRosters,
  },
  project: { title: 'projects' },
  roster: { title: 'rosters', inputs: { shiftName: inputs.shiftName } },
  holiday: { title: 'holidays', inputs: { weekday: inputs.weekday, date: inputs.date } },
  masterPlanNode: { title: 'masterPlanNodes', listPath: '/system/basic/order/node' },
  masterPlanTemplate: { title: 'masterPlanTemplates', inputs: { nodes: inputs.planNodes } },
  formula: { title: 'formulas', inputs: { expression: inputs.expression } },
  cycleScheduleSetting: { single: true },
  materialColumnMapping: { title: 'materialColumnMappings' },
  costShareSetting: { title: 'costShareSettings' },
  task: { title: 'tasks' },
  processLibrary: { title: 'processLibraries', listPath: '/process/library', ...inRevisions },
  sip: { title: 'sips', ...inRevisions },
  sop: { title: 'sops', ...inRevisions },
  guideBook: { title: 'guideBooks' },
  customForm: { title: 'customForms' },
  customRecord: {
    title: 'customRecords',
    listPath: '/record',
    inputs: { answers: inputs.answers },
    actions: RecordActions,
  },
  orderApproval: { editPath: (row) => chainPath('order', row) },
  processApproval: { editPath: (row) => chainPath('process', row) },
  offlineFileSetting: {
    title: 'offlineFiles',
    ...inRegions,
    actions: OfflineActions,
  },
  offlineFileClassification: { title: 'offlineFileClassifications', ...inRegions },
};

/** Entities under /mes/system whose pages are not made from one declaration alone. */
const OTHERWISE: ReadonlySet<EntityName> = new Set(['craft', 'formSetting']);

/** Entities that have their pages though their paths lie elsewhere. */
const ALSO: ReadonlySet<string> = new Set<EntityName>([
  'project',
  'masterPlanNode',
  'processLibrary',
  'customRecord',
]);

const hasPages = ({ name, path, verbs = VERBS }: EntityDeclaration): boolean =>
  verbs.includes('page') && (path.startsWith(`${MES}/system/`) || ALSO.has(name));

const pages: ReadonlyMap<EntityName, EntityPage> = new Map(
  entityNames
    .filter((name) => hasPages(entities[name]) && !OTHERWISE.has(name))
    .map((name) => {
      const entity: EntityDeclaration = entities[name];
      const differs = DIFFERENCES[name];
      const listPath = differs?.listPath ?? entity.path.slice(MES.length);
      const editPath = (row: { id: number } | null) =>
        differs?.single ? listPath : `${listPath}/edit/${idOf(row)}`;
      return [name, { entity, listPath, editPath, ...differs }];
    }),
);

/** The generated pages: every entity under /mes/system, and a few others, has its list and its edit page at its own path. */
export const entityPages: readonly EntityPage[] = [...pages.values()];

/** The generated page of an entity, where it has one. */
export const pageOf = (name: EntityName): EntityPage | undefined => pages.get(name);

/** The id in an address: null for a new row, undefined where it is none. */
export function rowIdOf(text: string | undefined): number | null | undefined {
  if (text === NEW) return null;
  return text !== undefined && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined;
}
