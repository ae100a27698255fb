import type { Hooks } from './hooks.ts';
import { employeeHooks } from './employee.ts';
import { partHooks } from './part.ts';
import { processHooks } from './process.ts';
import { roleHooks } from './role.ts';
import { workOrderHooks } from './work-order.ts';

/** The entities that have behaviour of their own. */
const registry: Record<string, Hooks> = {
  role: roleHooks,
  employee: employeeHooks,
  workOrder: workOrderHooks,
  part: partHooks,
  process: processHooks,
};

const NONE: Hooks = {};

/** What an entity does of its own; nothing for most. */
export const hooksOf = (entity: string): Hooks => registry[entity] ?? NONE;
