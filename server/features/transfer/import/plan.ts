import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { Progress } from '#shared/kernel/wire.ts';
import type { RawCall } from '../../../call/raw-route.ts';
import type { At, Problems } from './problems.ts';

/** A place in a record that waits for the id of a row that comes with the same workbook. */
export interface Pending {
  /** The row's key. */
  readonly key: string;
  /** The field, and where it is a list, the place in it. */
  readonly path: readonly (string | number)[];
}

/** A row that is to be written. */
export interface PlannedRow {
  readonly key: string;
  /** null: a new one. */
  readonly id: number | null;
  readonly version: number | null;
  readonly given: Record<string, unknown>;
  /** Places in `given` that wait for the id of a row of the same workbook. */
  readonly pending: readonly Pending[];
  /** Where a field of it stands in the workbook. */
  readonly at: (name: string) => At;
}

/** What a workbook would do. */
export interface Plan {
  rows: PlannedRow[];
  /** Rows that the workbook has. */
  total: number;
  added: number;
  changed: number;
  unchanged: number;
  ignored: string[];
  problems: Problems;
}

/** For whom and of what a workbook is read. */
export interface Import extends Pick<RawCall, 'db' | 'user' | 'lang' | 'signal'> {
  entity: EntityDeclaration;
  progress: (progress: Progress) => void;
}
