import type { EntityName } from '#shared/entities/index.ts';

/** Whole reference lists that the specification (§7) puts at paths of their own. */
export const REFERENCE_PATHS: Readonly<Record<string, EntityName>> = {
  '/mes/user/user/list': 'employee',
  '/mes/process/part/getMatList': 'material',
};

/** What the specification (§7) lets a list be narrowed by: the parameter, and the field that it means. */
export const LIST_PARAMETERS: Partial<Record<string, { name: string; field: string }>> = {
  shelf: { name: 'groupId', field: 'workGroupId' },
};
