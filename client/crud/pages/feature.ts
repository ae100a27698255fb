import type { EntityName } from '#shared/entities/index.ts';
import type { PageRoute } from '#client/kit/pages/page-handle.ts';
import type { EntityPage } from '../entity-page.ts';

/** Describes where the rows of an entity are shown if the entity has no generated pages. */
export interface CustomEntityPages {
  /** Returns the address of a row's page; absent if the rows have no pages. */
  readonly rowPath?: (row: { id: number } & Record<string, unknown>) => string;
  /** Set if the id of a row is enough to build the address of its page. */
  readonly isIdEnough?: true;
  /**
   * The field that refers to the parent row, if the parent's page shows the rows of this entity.
   */
  readonly parentField?: string;
}

/** The exports of the file `routes.tsx` of a feature. */
export interface Feature {
  /** The routes of the feature's screens. */
  readonly routes?: readonly PageRoute[];
  /** The pages that differ from the default generated pages. */
  readonly pages?: Readonly<Partial<Record<EntityName, EntityPage>>>;
  /** The entities that have no generated pages because the screens of this feature show them. */
  readonly customPages?: Readonly<Partial<Record<EntityName, CustomEntityPages>>>;
}
