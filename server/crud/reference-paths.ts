import type { EntityName } from '#shared/entities/index.ts';

/** What a list can be narrowed by: the parameter, and the field that it means. */
interface Narrowing {
  name: string;
  field: string;
}

/** Whole reference lists that the specification (§7) puts at paths of their own. */
export const REFERENCE_PATHS: Readonly<Record<string, { of: EntityName; narrowedBy?: Narrowing }>> = {
  '/mes/user/user/list': { of: 'employee' },
  '/mes/process/part/getMatList': { of: 'material' },
  '/mes/system/basic/custom/list': { of: 'customer' },
  '/mes/system/classify/json': { of: 'classification', narrowedBy: { name: 'class_id', field: 'classId' } },
};

/** What the specification lets a list at its entity's own path be narrowed by. */
export const LIST_PARAMETERS: Partial<Record<string, Narrowing>> = {
  shelf: { name: 'groupId', field: 'workGroupId' },
};
