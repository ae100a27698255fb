import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { FieldMap } from '#shared/kernel/fields.ts';

/** The fields of an entity that a person fills in. */
export const givenFields = (entity: EntityDeclaration): FieldMap =>
  Object.fromEntries(Object.entries(entity.fields).filter(([name]) => !entity.derived?.includes(name)));
