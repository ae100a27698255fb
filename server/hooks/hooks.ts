import type { RawBuilder } from 'kysely';
import type { entities, EntityName } from '#shared/entities/index.ts';
import type { RecordValues } from '#shared/kernel/fields.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Transaction } from '../db/transaction.ts';

/** The user who reads rows, with the properties that hooks need. */
export type Viewer = Pick<
  CurrentUser,
  'factoryId' | 'zone' | 'kind' | 'employeeId' | 'accountId' | 'customerId' | 'supplierId' | 'permissions'
>;

/** The validated values of a row before the row is written. */
export type Draft = Record<string, unknown>;
export type SavedRow = Draft & { id: number };
/** The type of the drafts of one entity. At run time, the draft of a new row does not have derived fields. */
export type DraftOf<N extends EntityName> = RecordValues<(typeof entities)[N]['fields']>;
export type SavedRowOf<N extends EntityName> = DraftOf<N> & { id: number };

/** A row without the values of its `refs` and `lines` fields. */
type ColumnValuesOf<D> = { [K in keyof D as D[K] extends readonly unknown[] ? never : K]: D[K] } & {
  id: number;
};

/**
 * Functions that add the special behaviour of one entity to saving, deleting, restoring and
 * reading.
 */
export interface Hooks<D = Draft> {
  /**
   * Whether many rows can be saved together, because no hook queries other rows of the same entity.
   */
  batchable?: true;
  /**
   * Called in the transaction before a row is written. It may fill in `next`, or throw to refuse
   * the row.
   */
  beforeSave?: (tx: Transaction, next: D, before: (D & { id: number }) | null) => Promise<void>;
  /** Called after the row and the values of its `refs` and `lines` fields are written. */
  afterSave?: (
    tx: Transaction,
    after: D & { id: number },
    before: (D & { id: number }) | null,
  ) => Promise<void>;
  /** Called after the rows are locked, and before the check whether other rows refer to them. */
  beforeDelete?: (tx: Transaction, rows: ColumnValuesOf<D>[]) => Promise<void>;
  /** Called after the rows are marked as deleted. */
  afterDelete?: (tx: Transaction, rows: ColumnValuesOf<D>[]) => Promise<void>;
  /**
   * Called after deleted rows are restored. Before that, `beforeSave` has checked each row as a new row,
   * except the rows that are restored together with their owner.
   */
  afterRestore?: (tx: Transaction, rows: (D & { id: number })[]) => Promise<void>;
  /**
   * Returns the condition on the table `t` for the rows that a viewer may see; null if the viewer
   * may see all rows.
   */
  scope?: (viewer: Viewer) => RawBuilder<unknown> | null;
}

export type HooksOf<N extends EntityName> = Hooks<DraftOf<N>>;
