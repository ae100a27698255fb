import { entities, type EntityName } from '#shared/entities/index.ts';
import { ROUTING_COLUMNS } from '#shared/entities/routing-fields.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { getFieldLabel, text, type FieldMap } from '#shared/kernel/fields.ts';
import { buildCustomColumnName, buildCustomField } from '#shared/rules/columns.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { loadCustomColumns } from '../../../crud/custom-columns.ts';
import { getSavableFields } from '../../../crud/save.ts';
import type { Db } from '../../../db/database.ts';
import type { FieldColumn } from '../../../workbook/columns.ts';

/** The levels of a plan, from the top: an order has parts, and a part has processes. */
export const PLAN_LEVELS = ['order', 'part', 'process'] as const;
export type PlanLevel = (typeof PLAN_LEVELS)[number];

const ENTITY_NAMES = { order: 'workOrder', part: 'part', process: 'process' } as const satisfies Record<
  PlanLevel,
  EntityName
>;
export const PLAN_ENTITIES = {
  order: entities.workOrder,
  part: entities.part,
  process: entities.process,
} as Readonly<Record<PlanLevel, EntityDeclaration>>;

/** A column of a plan, and the level that its values belong to. */
export interface PlanColumn extends FieldColumn {
  readonly level: PlanLevel;
}

/** Headings that name their level, because one sheet can hold all levels. */
const LABELS: Readonly<Record<PlanLevel, Readonly<Record<string, TermKey>>>> = {
  order: { name: 'orderName', quantity: 'orderQuantity' },
  part: { code: 'partCode', name: 'partName', quantity: 'partQuantity', parentCode: 'parentPartCode' },
  process: { seq: 'processSeq', name: 'processName', routing: 'routingInOneCell' },
};

const omitFields = (fields: FieldMap, names: readonly string[]): FieldMap =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

/**
 * The declared fields that a plan can fill in. `parentCode` is the code of another part of the order, and `routing`
 * holds the crafts of several processes in one cell.
 */
const PLAN_FIELDS: Readonly<Record<PlanLevel, FieldMap>> = {
  order: getSavableFields(PLAN_ENTITIES.order),
  part: {
    code: entities.part.fields.code,
    parentCode: text({ max: 60 }),
    ...omitFields(getSavableFields(PLAN_ENTITIES.part), ['code', 'orderId', 'parentId', 'drawing']),
  },
  process: { ...ROUTING_COLUMNS, needBy: entities.process.fields.needBy, routing: text({ max: 2000 }) },
};

/** Returns the term of the heading of a declared column. */
export const getPlanLabel = (level: PlanLevel, name: string): TermKey =>
  LABELS[level][name] ?? getFieldLabel(name, PLAN_FIELDS[level][name]!);

/** The columns of a plan in a factory, with its custom columns, by level. */
export type PlanColumns = Readonly<Record<PlanLevel, readonly PlanColumn[]>>;

/** Loads the columns that a plan of a factory can have. */
export async function loadPlanColumns(db: Db, factoryId: number): Promise<PlanColumns> {
  const loadColumnsOfLevel = async (level: PlanLevel): Promise<PlanColumn[]> => {
    const { customColumns: owner } = entities[ENTITY_NAMES[level]];
    const customColumns = owner ? await loadCustomColumns(db, factoryId, owner) : [];
    return [
      ...Object.entries(PLAN_FIELDS[level]).map(([name, field]) => ({
        level,
        name,
        field,
        label: getPlanLabel(level, name),
        width: null,
      })),
      ...customColumns.map((column) => ({
        level,
        name: buildCustomColumnName(column.id),
        field: buildCustomField(column),
        label: null,
        width: column.width,
      })),
    ];
  };
  return {
    order: await loadColumnsOfLevel('order'),
    part: await loadColumnsOfLevel('part'),
    process: await loadColumnsOfLevel('process'),
  };
}
