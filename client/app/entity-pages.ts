import type { EntityName } from '#shared/entities/index.ts';
import { entities } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { TermKey } from '#shared/terms/index.ts';
import type { EntityPage } from '#client/crud/entity-page.ts';
import { inputs } from './inputs.ts';

const NEW = 'new';

function basic(name: EntityName, title: TermKey, at: string): EntityPage {
  return {
    entity: entities[name] as EntityDeclaration,
    title,
    listPath: at,
    editPath: (row) => `${at}/edit/${row?.id ?? NEW}`,
  };
}

/** The crafts of one type, which is part of their address. */
export const craftsPage = (type: string): EntityPage => ({
  entity: entities.craft as EntityDeclaration,
  title: 'crafts',
  listPath: `/system/basic/crafts/${type}`,
  editPath: (row) => `/system/basic/crafts/edit/${type}/${row?.id ?? NEW}`,
  fixed: { field: 'craftType', value: type },
});

/** The types of crafts, in the order of their tabs. */
export const CRAFT_TYPES = entities.craft.fields.craftType.choices ?? [];

const department = '/system/basic/department';

/** Where the generated pages of the basic data stand (specification §2). */
export const entityPages = {
  department: {
    entity: entities.department as EntityDeclaration,
    title: 'departments',
    listPath: department,
    editPath: (row, parent) =>
      `${department}/edit/${String(row?.['parentId'] ?? parent ?? 0)}/${row?.id ?? NEW}`,
  },
  role: { ...basic('role', 'roles', '/system/basic/role'), locked: (row) => row['roleType'] === 'system' },
  employee: basic('employee', 'employees', '/system/basic/employee'),
  device: basic('device', 'devices', '/system/basic/device'),
  workGroup: basic('workGroup', 'workGroups', '/system/basic/group'),
  productionLine: basic('productionLine', 'productionLines', '/system/basic/productionLine'),
  shelf: basic('shelf', 'shelves', '/system/basic/shelf'),
  costType: basic('costType', 'costTypes', '/system/basic/costType'),
  terminal: basic('terminal', 'terminals', '/system/basic/terminal'),
  customer: basic('customer', 'customers', '/system/basic/customer'),
  supplier: basic('supplier', 'suppliers', '/system/basic/supplier'),
  material: basic('material', 'materials', '/system/basic/material'),
  unit: basic('unit', 'units', '/system/basic/unit'),
  callRule: basic('callRule', 'callRules', '/system/callRule'),
  classification: basic('classification', 'classifications', '/system/classify'),
  classTable: {
    ...basic('classTable', 'classTables', '/system/classTable'),
    inputs: { shifts: inputs.shifts, breaks: inputs.breaks },
  },
  roster: { ...basic('roster', 'rosters', '/system/roster'), inputs: { shiftName: inputs.shiftName } },
  holiday: {
    ...basic('holiday', 'holidays', '/system/holiday'),
    inputs: { weekday: inputs.weekday, date: inputs.date },
  },
} as const satisfies Partial<Record<EntityName, EntityPage>>;

/** The id in an address: null for a new row, undefined where it is none. */
export function rowIdOf(text: string | undefined): number | null | undefined {
  if (text === NEW) return null;
  return text !== undefined && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined;
}
