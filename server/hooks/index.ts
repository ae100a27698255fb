import type { Hooks } from './hooks.ts';
import { classTableHooks } from './class-table.ts';
import { holidayHooks } from './holiday.ts';
import { rosterHooks } from './roster.ts';
import { callRuleHooks } from './call-rule.ts';
import { craftHooks } from './craft.ts';
import { deviceHooks } from './device.ts';
import { employeeHooks } from './employee.ts';
import { factoryHooks } from './factory.ts';
import { partHooks } from './part.ts';
import { processHooks } from './process.ts';
import { roleHooks } from './role.ts';
import { shelfHooks } from './shelf.ts';
import { terminalHooks } from './terminal.ts';
import { workGroupHooks } from './work-group.ts';
import { workOrderHooks } from './work-order.ts';

/** The entities that have behaviour of their own. */
const registry: Record<string, Hooks> = {
  classTable: classTableHooks,
  roster: rosterHooks,
  holiday: holidayHooks,
  factory: factoryHooks,
  role: roleHooks,
  employee: employeeHooks,
  workGroup: workGroupHooks,
  device: deviceHooks,
  shelf: shelfHooks,
  craft: craftHooks,
  terminal: terminalHooks,
  workOrder: workOrderHooks,
  part: partHooks,
  process: processHooks,
  callRule: callRuleHooks,
};

const NONE: Hooks = {};

/** What an entity does of its own; nothing for most. */
export const hooksOf = (entity: string): Hooks => registry[entity] ?? NONE;
