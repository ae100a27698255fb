import { entities, entityNames, type EntityName } from '#shared/entities/index.ts';
import { VERBS, type EntityDeclaration } from '#shared/kernel/entity.ts';
import type { EntityPage } from '#client/crud/entity-page.ts';
import type { ShownElsewhere } from '#client/crud/pages/feature.ts';
import { makeEntityPage } from '#client/crud/pages/make-entity-page.ts';
import { features } from './features.ts';

const differing: Readonly<Partial<Record<EntityName, EntityPage>>> = Object.assign(
  {},
  ...features.map(({ pages }) => pages),
);

/** Where entities without generated pages are shown. */
export const elsewhere: Readonly<Partial<Record<EntityName, ShownElsewhere>>> = Object.assign(
  {},
  ...features.map((feature) => feature.elsewhere),
);

/** Whether rows of an entity can be listed, and no feature shows them on screens of its own. */
function hasPages(name: EntityName): boolean {
  const { verbs = VERBS }: EntityDeclaration = entities[name];
  return verbs.includes('page') && !elsewhere[name];
}

const pages: ReadonlyMap<EntityName, EntityPage> = new Map(
  entityNames.filter(hasPages).map((name) => [name, differing[name] ?? makeEntityPage(name)]),
);

/** The generated pages: every entity has its list and its edit page at its own path, unless a feature says otherwise. */
export const entityPages: readonly EntityPage[] = [...pages.values()];

/** The generated page of an entity, where it has one. */
export const pageOf = (name: EntityName): EntityPage | undefined => pages.get(name);
