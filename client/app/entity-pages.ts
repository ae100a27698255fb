import { entities, entityNames, type EntityName } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { EntityPage } from '#client/crud/entity-page.ts';
import { inputs } from './inputs.ts';

const NEW = 'new';
const MES = '/mes';

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

const department = '/system/basic/department';

/** The little in which generated pages differ from what their declarations say. */
const DIFFERENCES: Partial<Record<EntityName, Partial<Omit<EntityPage, 'entity'>>>> = {
  department: {
    title: 'departments',
    editPath: (row, parent) => `${department}/edit/${String(row?.['parentId'] ?? parent ?? 0)}/${idOf(row)}`,
  },
  role: {
    title: 'roles',
    locked: (row) => row['roleType'] === 'system',
    inputs: { permissions: inputs.permissions },
  },
  employee: { title: 'employees' },
  device: { title: 'devices' },
  workGroup: { title: 'workGroups' },
  productionLine: { title: 'productionLines' },
  shelf: { title: 'shelves' },
  costType: { title: 'costTypes' },
  terminal: { title: 'terminals' },
  customer: { title: 'customers' },
  supplier: { title: 'suppliers' },
  material: { title: 'materials' },
  unit: { title: 'units' },
  callRule: { title: 'callRules', inputs: { typeId: inputs.callType } },
  classification: { title: 'classifications' },
  classTable: { title: 'classTables', inputs: { shifts: inputs.shifts, breaks: inputs.breaks } },
  roster: { title: 'rosters', inputs: { shiftName: inputs.shiftName } },
  holiday: { title: 'holidays', inputs: { weekday: inputs.weekday, date: inputs.date } },
};

/** Entities under /mes/system whose pages are not made from one declaration alone. */
const OTHERWISE: ReadonlySet<EntityName> = new Set(['factory', 'craft']);

const pages: ReadonlyMap<EntityName, EntityPage> = new Map(
  entityNames
    .filter((name) => entities[name].path.startsWith(`${MES}/system/`) && !OTHERWISE.has(name))
    .map((name) => {
      const entity: EntityDeclaration = entities[name];
      const listPath = entity.path.slice(MES.length);
      return [
        name,
        { entity, listPath, editPath: (row) => `${listPath}/edit/${idOf(row)}`, ...DIFFERENCES[name] },
      ];
    }),
);

/** The generated pages: every entity under /mes/system has its list and its edit page at its own path. */
export const entityPages: readonly EntityPage[] = [...pages.values()];

/** The generated page of an entity, where it has one. */
export const pageOf = (name: EntityName): EntityPage | undefined => pages.get(name);

/** The id in an address: null for a new row, undefined where it is none. */
export function rowIdOf(text: string | undefined): number | null | undefined {
  if (text === NEW) return null;
  return text !== undefined && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined;
}
