import type { EntityName } from '#shared/entities/index.ts';
import type { PageRoute } from '#client/kit/pages/page-handle.ts';
import type { EntityPage } from '../entity-page.ts';

/** The pages of an entity without generated pages. */
export interface CustomEntityPages {
  /** The address of a row's page; absent if it has none. */
  readonly rowPath?: (row: { id: number } & Record<string, unknown>) => string;
  /** The row's page is found by its id alone. */
  readonly byId?: true;
  /** The field that refers to the row on whose page this entity's rows are shown. */
  readonly on?: string;
}

/** The exports of a feature's `routes.tsx`: its contributions to the application. */
export interface Feature {
  /** The routes of its screens. */
  readonly routes?: readonly PageRoute[];
  /** Overrides of generated pages. */
  readonly pages?: Readonly<Partial<Record<EntityName, EntityPage>>>;
  /** Entities without generated pages, because this feature's screens show them. */
  readonly elsewhere?: Readonly<Partial<Record<EntityName, CustomEntityPages>>>;
}
