import type { RawBuilder } from 'kysely';
import type { entities, EntityName } from '#shared/entities/index.ts';
import type { ValuesOf } from '#shared/kernel/fields.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Work } from '../db/work.ts';

/** The user who reads rows. */
export type Viewer = Pick<
  CurrentUser,
  'factoryId' | 'zone' | 'kind' | 'employeeId' | 'accountId' | 'customerId' | 'supplierId' | 'permissions'
>;

/** A record before it is written, with validated values. */
export type Draft = Record<string, unknown>;
export type Saved = Draft & { id: number };
/** The typed draft of an entity. The draft of a new row lacks derived fields. */
export type DraftOf<N extends EntityName> = ValuesOf<(typeof entities)[N]['fields']>;
export type SavedOf<N extends EntityName> = DraftOf<N> & { id: number };

/** The columns of a row, without its owned rows. */
type ColumnsOf<D> = { [K in keyof D as D[K] extends readonly unknown[] ? never : K]: D[K] } & { id: number };

/** The hooks of an entity. */
export interface Hooks<D = Draft> {
  /** The hooks do not query other rows of the same entity, so many rows can be saved together. */
  batchable?: true;
  /** Called before a row is written, in its transaction. May complete `next`; throws to refuse. */
  beforeSave?: (work: Work, next: D, before: (D & { id: number }) | null) => Promise<void>;
  /** Called after the row and its owned rows are written. */
  afterSave?: (work: Work, after: D & { id: number }, before: (D & { id: number }) | null) => Promise<void>;
  /** Called with the rows locked, before the check for references. */
  beforeDelete?: (work: Work, rows: ColumnsOf<D>[]) => Promise<void>;
  /** Called after the rows are marked as deleted. */
  afterDelete?: (work: Work, rows: ColumnsOf<D>[]) => Promise<void>;
  /** Called after deleted rows are restored. Each has passed `beforeSave` as a new row. */
  afterRestore?: (work: Work, rows: (D & { id: number })[]) => Promise<void>;
  /** Returns a condition on `t`, the entity's table, for the rows that a viewer may see. */
  scope?: (viewer: Viewer) => RawBuilder<unknown> | null;
}

/** The typed hooks of one entity. */
export type HooksOf<N extends EntityName> = Hooks<DraftOf<N>>;
