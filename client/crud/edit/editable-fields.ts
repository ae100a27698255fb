import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { FieldMap } from '#shared/kernel/fields.ts';

/** Returns the fields of an entity that users fill in: all fields except the derived ones. */
export const getEditableFields = (entity: EntityDeclaration): FieldMap =>
  Object.fromEntries(Object.entries(entity.fields).filter(([name]) => !entity.derived?.includes(name)));
