import { lazy } from 'react';
import type { EntityPage } from '#client/crud/entity-page.ts';

const EntityListPage = lazy(async () => ({
  default: (await import('#client/crud/entity-list-page.tsx')).EntityListPage,
}));

/** The generated list at an entity's address. */
export function EntityListRoute({ page }: { page: EntityPage }) {
  return <EntityListPage key={page.listPath} page={page} />;
}
