import { entities, entityNames, type EntityName } from '#shared/entities/index.ts';
import { ENTITY_VERBS, type EntityDeclaration } from '#shared/kernel/entity.ts';
import type { EntityPage } from '#client/crud/entity-page.ts';
import type { CustomEntityPages } from '#client/crud/pages/feature.ts';
import { makeEntityPage } from '#client/crud/pages/make-entity-page.ts';
import { features } from './features.ts';

/** The pages that features declare in place of the default pages of entities. */
const entityPageOverrides: Readonly<Partial<Record<EntityName, EntityPage>>> = Object.assign(
  {},
  ...features.map(({ pages }) => pages),
);

/** The pages of entities that have no generated pages. */
export const customEntityPages: Readonly<Partial<Record<EntityName, CustomEntityPages>>> = Object.assign(
  {},
  ...features.map((feature) => feature.customPages),
);

/** Whether an entity has a list and no feature declares custom pages for the entity. */
function hasGeneratedPages(name: EntityName): boolean {
  const { verbs = ENTITY_VERBS }: EntityDeclaration = entities[name];
  return verbs.includes('page') && !customEntityPages[name];
}

const entityPagesByName: ReadonlyMap<EntityName, EntityPage> = new Map(
  entityNames
    .filter(hasGeneratedPages)
    .map((name) => [name, entityPageOverrides[name] ?? makeEntityPage(name)]),
);

/** The pages of all entities that have generated pages. */
export const entityPages: readonly EntityPage[] = [...entityPagesByName.values()];

export const findEntityPage = (name: EntityName): EntityPage | undefined => entityPagesByName.get(name);
