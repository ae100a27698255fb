import { entities, entityNames, getEntity } from '#shared/entities/index.ts';
import { ENTITY_VERBS, type EntityDeclaration } from '#shared/kernel/entity.ts';

/** Whether users can delete rows of an entity. */
export const isDeletable = (entity: EntityDeclaration): boolean =>
  (entity.verbs ?? ENTITY_VERBS).includes('delete');

/**
 * Lists the required references of an entity that point to entities whose rows can be deleted. Such a
 * reference names the owner of a row: a hook may delete the row together with its owner, such as a part with
 * its work order.
 */
export const listOwnerReferences = (entity: EntityDeclaration): { field: string; to: EntityDeclaration }[] =>
  Object.entries(entity.fields)
    .filter(([, field]) => field.kind === 'ref' && field.required && field.to !== entity.name)
    .map(([field, { to }]) => ({ field, to: getEntity(to!) }))
    .filter(({ to }) => isDeletable(to));

/**
 * Lists the required references in other entities that point to an entity. A hook that deletes a row of the
 * entity may also delete the rows that refer to the row, such as the parts of a work order.
 */
export const listDependentReferences = (
  owner: EntityDeclaration,
): { field: string; referringEntity: EntityDeclaration }[] =>
  entityNames.flatMap((name) => {
    const referrer: EntityDeclaration = entities[name];
    return Object.entries(referrer.fields)
      .filter(
        ([, field]) =>
          field.kind === 'ref' && field.required && field.to === owner.name && referrer !== owner,
      )
      .map(([field]) => ({ field, referringEntity: referrer }));
  });
