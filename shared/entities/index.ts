import type { EntityDeclaration, RecordOf } from '#shared/kernel/entity.ts';
import { abnormalCall } from './abnormal-call.ts';
import { callRule } from './call-rule.ts';
import { card } from './card.ts';
import { classTable } from './class-table.ts';
import { classification } from './classification.ts';
import { costType } from './cost-type.ts';
import { craft } from './craft.ts';
import { customer } from './customer.ts';
import { department } from './department.ts';
import { device } from './device.ts';
import { employee } from './employee.ts';
import { factory } from './factory.ts';
import { holiday } from './holiday.ts';
import { material } from './material.ts';
import { part } from './part.ts';
import { process } from './process.ts';
import { productionLine } from './production-line.ts';
import { role } from './role.ts';
import { roster } from './roster.ts';
import { shelf } from './shelf.ts';
import { supplier } from './supplier.ts';
import { terminal } from './terminal.ts';
import { unit } from './unit.ts';
import { workGroup } from './work-group.ts';
import { workOrder } from './work-order.ts';
import { workReport } from './work-report.ts';

/** Every entity of the product. A new one is one file and one line here. */
export const entities = {
  factory,
  department,
  role,
  employee,
  workGroup,
  device,
  productionLine,
  shelf,
  costType,
  craft,
  classification,
  classTable,
  roster,
  holiday,
  terminal,
  customer,
  supplier,
  unit,
  material,
  workOrder,
  part,
  card,
  process,
  workReport,
  abnormalCall,
  callRule,
} as const;

/** The words that one entity alone uses, where they stand in its own file. */
export const entityTerms = {} as const;

export type EntityName = keyof typeof entities;
/** The record of an entity, as the wire shows it. */
export type Entity<N extends EntityName> = RecordOf<(typeof entities)[N]>;

export const entityNames = Object.keys(entities) as EntityName[];

/** An entity by name, with its exact type forgotten. */
export const entityOf = (name: string): EntityDeclaration => {
  const found = (entities as Record<string, EntityDeclaration>)[name];
  if (!found) throw new Error(`There is no entity ${name}`);
  return found;
};
