import type { WorkCount } from '#shared/answers/work-counts.ts';
import { entities, type EntityName } from '#shared/entities/index.ts';
import { hasPermission, PRODUCTION_PERMISSION, type Permission } from '#shared/kernel/permissions.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { addDays } from '#shared/rules/days.ts';
import { writeListAddress, type ListState } from '#client/crud/list/list-address.ts';
import { customEntityPages, findEntityPage } from '../routes/entity-pages.ts';

interface CountedList {
  readonly entity: EntityName;
  /** The filter of the list; null if the page of the entity shows exactly the counted rows without a filter. */
  readonly filter: ListState['filter'] | null;
  /** The permissions for the list; all of them are needed. */
  readonly permissions: readonly Permission[];
}

const UNFINISHED_ORDERS_FILTER = { any: ['released', 'inProgress', 'suspended'] };

/** Describes the list whose rows are counted. @param today the current day in the time zone of the factory */
function describeCountedList(workCount: WorkCount, today: string): CountedList {
  switch (workCount) {
    case 'ordersInProgress':
      return { entity: 'workOrder', filter: { state: { any: ['inProgress'] } }, permissions: ['WORK_ORDER'] };
    case 'ordersLate':
      return {
        entity: 'workOrder',
        filter: { state: UNFINISHED_ORDERS_FILTER, dueDate: { from: '', to: addDays(today, -1) } },
        permissions: ['WORK_ORDER'],
      };
    case 'ordersDueSoon':
      return {
        entity: 'workOrder',
        filter: { state: UNFINISHED_ORDERS_FILTER, dueDate: { from: today, to: addDays(today, 7) } },
        permissions: ['WORK_ORDER'],
      };
    case 'processesRunning':
      return {
        entity: 'process',
        filter: { state: { any: ['processing'] } },
        permissions: [PRODUCTION_PERMISSION],
      };
    case 'devicesInRepair':
      return {
        entity: 'device',
        filter: { status: { any: ['repair'] } },
        permissions: ['SYSTEM_BASIC_DEVICE', 'SYSTEM_BASIC'],
      };
    case 'callsOpen':
      return { entity: 'abnormalCall', filter: null, permissions: [PRODUCTION_PERMISSION] };
  }
}

/** Returns the address of the list of counted rows; undefined if the user may not see the list. */
export function findCountLink(workCount: WorkCount, user: CurrentUser, today: string): string | undefined {
  const { entity, filter, permissions } = describeCountedList(workCount, today);
  if (!permissions.every((permission) => hasPermission(user, permission))) return undefined;
  if (filter === null) return customEntityPages[entity]?.rowPath?.({ id: 0 });
  const path = entity === 'workOrder' ? '/order' : findEntityPage(entity)?.listPath;
  const { sort } = entities[entity];
  return path && `${path}?${writeListAddress({ search: '', sort, page: 1, filter }, sort)}`;
}
