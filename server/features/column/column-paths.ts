import type { EntityName } from '#shared/entities/index.ts';

/** The lists whose columns the specification (§7) has read at paths of their own. */
export const COLUMN_PATHS: Readonly<Record<string, EntityName>> = {
  '/mes/order/column/json': 'workOrder',
  '/mes/process/partColumn/json': 'part',
  '/mes/process/processColumn/json': 'process',
  '/mes/project/projectColumn/json': 'project',
};
