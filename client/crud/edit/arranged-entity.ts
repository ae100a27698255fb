import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { shownFields, type FormField } from '#shared/rules/form-setting.ts';

/** An entity as the factory lets it be filled in: the fields that are asked, in their order, then what the system sets. */
export function arrangedEntity(
  entity: EntityDeclaration,
  arranged: readonly FormField[] | null,
): EntityDeclaration {
  if (!arranged) return entity;
  const derived = Object.entries(entity.fields).filter(([name]) => entity.derived?.includes(name));
  return { ...entity, fields: { ...shownFields(arranged), ...Object.fromEntries(derived) } };
}
