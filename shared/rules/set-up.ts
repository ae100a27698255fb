import type { EntityName } from '#shared/entities/index.ts';

/** A kind of data that a new factory needs. */
interface SetUpItem {
  readonly entity: EntityName;
  /** The item counts as done when there are at least this many rows. */
  readonly minRowCount: number;
}

/** The kinds of data that a new factory sets up, in this order. */
export const SET_UP_ITEMS = [
  { entity: 'classTable', minRowCount: 1 },
  { entity: 'roster', minRowCount: 1 },
  { entity: 'holiday', minRowCount: 1 },
  { entity: 'department', minRowCount: 1 },
  { entity: 'craft', minRowCount: 1 },
  { entity: 'workGroup', minRowCount: 1 },
  { entity: 'device', minRowCount: 1 },
  // The first employee is the administrator, who comes with the factory.
  { entity: 'employee', minRowCount: 2 },
  { entity: 'terminal', minRowCount: 1 },
  { entity: 'workOrder', minRowCount: 1 },
] as const satisfies readonly SetUpItem[];

export type SetUpEntity = (typeof SET_UP_ITEMS)[number]['entity'];
