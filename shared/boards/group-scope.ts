import { ref } from '#shared/kernel/fields.ts';

/**
 * The fields that restrict a report or a tile to some work groups: the groups of a workshop, the groups of a
 * production line, or one group. A workshop is a department, and includes the departments below it. If
 * several fields are set, a group must satisfy all of them.
 */
export const GROUP_SCOPE_FIELDS = {
  workshopId: ref('department', { label: 'workshop' }),
  productionLineId: ref('productionLine'),
  workGroupId: ref('workGroup'),
} as const;
export type GroupScopeField = keyof typeof GROUP_SCOPE_FIELDS;
