import type { Db } from '#server/db/database.ts';
import type { CallFunction } from './floor.ts';

/** The functions with which the steps of a sequence call the product. */
export interface SequenceCaller {
  db: Db;
  /** @throws an error with a code if the product refuses the call */
  call: CallFunction;
  /** Returns the error code of a refusal; null for any other error. */
  readRefusal: (error: unknown) => string | null;
  /** Runs a command for several rows as one chunk of a batch. @returns the outcome of each row: 'accepted' or a code */
  runChunk?: (path: string, rows: readonly Record<string, unknown>[]) => Promise<string[]>;
}
