import type { RawBuilder } from 'kysely';
import type { JobName } from '#shared/answers/jobs.ts';
import type { Db } from '../db/database.ts';

/** Something that the house does by itself from time to time. */
export interface Job {
  readonly name: JobName;
  /** How long after a run the next one is due, in seconds. */
  readonly everySeconds: number;
  /**
   * Does it; not in one transaction.
   * @param stopped whether the node is being closed: then a long job ends early
   * @returns how many rows it dealt with
   */
  readonly run: (db: Db, stopped: () => boolean) => Promise<number>;
}

export const HOUR_SECONDS = 3600;

/** How many rows a statement changed. */
export const rowsOf = (result: { numAffectedRows?: bigint | undefined }): number =>
  Number(result.numAffectedRows ?? 0n);

/** A job of one statement that removes what has had its time. */
export const removal = (
  name: JobName,
  statement: RawBuilder<unknown>,
  everySeconds: number = HOUR_SECONDS,
): Job => ({ name, everySeconds, run: async (db) => rowsOf(await statement.execute(db)) });
