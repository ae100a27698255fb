import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { Progress } from '#shared/kernel/wire.ts';
import type { RawCall } from '../../../call/raw-route.ts';
import type { CellLocation, Problems } from './problems.ts';

/** A reference to a row of the same workbook whose id is not known yet. */
export interface Pending {
  /** The row's key. */
  readonly key: string;
  /** The field, and the index in a list. */
  readonly path: readonly (string | number)[];
}

/** A row to write. */
export interface PlannedRow {
  readonly key: string;
  /** null for a new row. */
  readonly id: number | null;
  readonly version: number | null;
  readonly given: Record<string, unknown>;
  /** References in `given` to rows of the same workbook. */
  readonly pending: readonly Pending[];
  /** Locates a field of the row in the workbook. */
  readonly at: (name: string) => CellLocation;
}

/** The changes that an import would make, and its problems. */
export interface Plan {
  rows: PlannedRow[];
  /** The number of rows in the workbook. */
  total: number;
  added: number;
  changed: number;
  unchanged: number;
  ignored: string[];
  problems: Problems;
}

/** An import in progress: the user, the entity, the progress callback. */
export interface ImportJob extends Pick<RawCall, 'db' | 'user' | 'lang' | 'signal'> {
  entity: EntityDeclaration;
  progress: (progress: Progress) => void;
}
