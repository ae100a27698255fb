import type { EntityName } from '#shared/entities/index.ts';
import type { TermKey } from '#shared/terms/index.ts';

/** What the things of a list are for, said while there are none; nothing where the name says it. */
export const EMPTY_WORDS: Partial<Record<string, TermKey>> = {
  department: 'empty.department',
  role: 'empty.role',
  employee: 'empty.employee',
  device: 'empty.device',
  workGroup: 'empty.workGroup',
  craft: 'empty.craft',
  productionLine: 'empty.productionLine',
  shelf: 'empty.shelf',
  costType: 'empty.costType',
  customer: 'empty.customer',
  supplier: 'empty.supplier',
  material: 'empty.material',
  unit: 'empty.unit',
  classification: 'empty.classification',
  classTable: 'empty.classTable',
  roster: 'empty.roster',
  holiday: 'empty.holiday',
  terminal: 'empty.terminal',
  callRule: 'empty.callRule',
  workOrder: 'empty.workOrder',
} satisfies Partial<Record<EntityName, TermKey>>;
