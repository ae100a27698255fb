import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { CallProgress } from '#shared/kernel/wire.ts';
import type { RawCall } from '../../../call/raw-route.ts';
import type { SheetLocation, ImportProblems } from './problems.ts';

/** A reference to a new row of the same workbook. The id of the new row is not known yet. */
export interface PendingReference {
  /** The key of the new row. */
  readonly key: string;
  /**
   * The path of the reference in the values of its row: the names of fields, and the indexes in
   * lists.
   */
  readonly path: readonly (string | number)[];
}

/** A row to write. */
export interface PlannedRow {
  readonly key: string;
  /** The id of an existing row; null for a new row. */
  readonly id: number | null;
  readonly version: number | null;
  readonly givenValues: Record<string, unknown>;
  /** The references in `givenValues` to new rows of the same workbook. */
  readonly pending: readonly PendingReference[];
  /** Returns the location of a field of this row in the workbook. */
  readonly locateField: (name: string) => SheetLocation;
}

/** The plan of an import: the changes that it would make, and the problems of the workbook. */
export interface ImportPlan {
  rows: PlannedRow[];
  /** The number of rows with different keys on the main sheet. */
  total: number;
  added: number;
  changed: number;
  unchanged: number;
  ignored: string[];
  problems: ImportProblems;
}

/**
 * The data that each step of an import needs, such as the user, the entity and the progress
 * callback.
 */
export interface ImportContext extends Pick<RawCall, 'db' | 'user' | 'lang' | 'signal'> {
  entity: EntityDeclaration;
  progress: (progress: CallProgress) => void;
}
