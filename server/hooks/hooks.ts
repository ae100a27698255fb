import type { RawBuilder } from 'kysely';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Work } from '../db/work.ts';

/** Who looks at rows. */
export type Viewer = Pick<
  CurrentUser,
  'factoryId' | 'zone' | 'kind' | 'employeeId' | 'accountId' | 'customerId' | 'supplierId' | 'permissions'
>;

/** A record on its way into the database: every field has a checked value. */
export type Draft = Record<string, unknown>;
export type Saved = Record<string, unknown> & { id: number };

/** What an entity does at the six moments where it may do something of its own. */
export interface Hooks {
  /** Saving a row asks nothing of other rows of the same entity: many may be saved at once. */
  batchable?: true;
  /** Before the row is written, in its transaction. May complete `next`; throws to refuse. */
  beforeSave?: (work: Work, next: Draft, before: Saved | null) => Promise<void>;
  /** After the row and its owned rows are written. */
  afterSave?: (work: Work, after: Saved, before: Saved | null) => Promise<void>;
  /** With the rows locked, before anybody is asked whether they are in use. */
  beforeDelete?: (work: Work, rows: Saved[]) => Promise<void>;
  /** After the rows are marked as deleted. */
  afterDelete?: (work: Work, rows: Saved[]) => Promise<void>;
  /** After deleted rows have come back, each of which passed `beforeSave` as a new row would. */
  afterRestore?: (work: Work, rows: Saved[]) => Promise<void>;
  /** A condition on `t`, the entity's table: the rows that somebody may see. */
  scope?: (viewer: Viewer) => RawBuilder<unknown> | null;
}
