import type { RawBuilder } from 'kysely';
import type { entities, EntityName } from '#shared/entities/index.ts';
import type { ValuesOf } from '#shared/kernel/fields.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Work } from '../db/work.ts';

/** Who looks at rows. */
export type Viewer = Pick<
  CurrentUser,
  'factoryId' | 'zone' | 'kind' | 'employeeId' | 'accountId' | 'customerId' | 'supplierId' | 'permissions'
>;

/** A record on its way into the database: every field has a checked value. */
export type Draft = Record<string, unknown>;
export type Saved = Draft & { id: number };
/** The draft of an entity, field by field; fields that only the server sets are not in that of a new row. */
export type DraftOf<N extends EntityName> = ValuesOf<(typeof entities)[N]['fields']>;
export type SavedOf<N extends EntityName> = DraftOf<N> & { id: number };

/** A row as its own table has it: without the rows that it owns. */
type ColumnsOf<D> = { [K in keyof D as D[K] extends readonly unknown[] ? never : K]: D[K] } & { id: number };

/** What an entity does at the six moments where it may do something of its own. */
export interface Hooks<D = Draft> {
  /** Saving a row asks nothing of other rows of the same entity: many may be saved at once. */
  batchable?: true;
  /** Before the row is written, in its transaction. May complete `next`; throws to refuse. */
  beforeSave?: (work: Work, next: D, before: (D & { id: number }) | null) => Promise<void>;
  /** After the row and its owned rows are written. */
  afterSave?: (work: Work, after: D & { id: number }, before: (D & { id: number }) | null) => Promise<void>;
  /** With the rows locked, before anybody is asked whether they are in use. */
  beforeDelete?: (work: Work, rows: ColumnsOf<D>[]) => Promise<void>;
  /** After the rows are marked as deleted. */
  afterDelete?: (work: Work, rows: ColumnsOf<D>[]) => Promise<void>;
  /** After deleted rows have come back, each of which passed `beforeSave` as a new row would. */
  afterRestore?: (work: Work, rows: (D & { id: number })[]) => Promise<void>;
  /** A condition on `t`, the entity's table: the rows that somebody may see. */
  scope?: (viewer: Viewer) => RawBuilder<unknown> | null;
}

/** What one entity does; its functions get rows of that entity. */
export type HooksOf<N extends EntityName> = Hooks<DraftOf<N>>;
