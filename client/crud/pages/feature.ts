import type { EntityName } from '#shared/entities/index.ts';
import type { PageRoute } from '#client/kit/pages/page-handle.ts';
import type { EntityPage } from '../entity-page.ts';

/** Where a feature shows the rows of an entity that has no generated pages. */
export interface ShownElsewhere {
  /** The page of a row; absent where it has none. */
  readonly rowPath?: (row: { id: number } & Record<string, unknown>) => string;
  /** That page is found by the row's id alone. */
  readonly byId?: true;
  /** The field that refers to the row on whose page this one is shown. */
  readonly on?: string;
}

/** What `routes.tsx` of a feature exports: what it adds to the product. */
export interface Feature {
  /** Its screens. */
  readonly routes?: readonly PageRoute[];
  /** Generated pages of entities that differ from what the declarations say. */
  readonly pages?: Readonly<Partial<Record<EntityName, EntityPage>>>;
  /** Entities that get no generated pages, because its screens show them. */
  readonly elsewhere?: Readonly<Partial<Record<EntityName, ShownElsewhere>>>;
}
