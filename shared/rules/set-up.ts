import type { EntityName } from '#shared/entities/index.ts';

/** A kind of data that a new factory needs. */
interface SetUpItem {
  readonly entity: EntityName;
  /** The number of rows from which the item counts as done. */
  readonly least: number;
}

/** The kinds of data that a new factory sets up, in this order. */
export const SET_UP_ITEMS = [
  { entity: 'classTable', least: 1 },
  { entity: 'roster', least: 1 },
  { entity: 'holiday', least: 1 },
  { entity: 'department', least: 1 },
  { entity: 'craft', least: 1 },
  { entity: 'workGroup', least: 1 },
  { entity: 'device', least: 1 },
  // The first employee is the administrator, who comes with the factory.
  { entity: 'employee', least: 2 },
  { entity: 'terminal', least: 1 },
  { entity: 'workOrder', least: 1 },
] as const satisfies readonly SetUpItem[];

export type SetUpEntity = (typeof SET_UP_ITEMS)[number]['entity'];
