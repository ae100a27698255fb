import type { RawBuilder } from 'kysely';
import type { JobName } from '#shared/answers/jobs.ts';
import type { Db } from '../db/database.ts';

export interface BackgroundJob {
  readonly name: JobName;
  /** The interval after which the job is due again, in seconds. */
  readonly intervalSeconds: number;
  /**
   * Runs the job. The job may use several transactions.
   * @param isStopping returns whether the node is stopping; a long job then ends early
   * @returns the number of processed rows
   */
  readonly run: (db: Db, isStopping: () => boolean) => Promise<number>;
}

export const HOUR_SECONDS = 3600;

/** Returns the number of rows that a statement changed. */
export const countChangedRows = (result: { numAffectedRows?: bigint | undefined }): number =>
  Number(result.numAffectedRows ?? 0n);

/** Makes a job that runs one delete statement. */
export const makeDeleteJob = (
  name: JobName,
  statement: RawBuilder<unknown>,
  intervalSeconds: number = HOUR_SECONDS,
): BackgroundJob => ({
  name,
  intervalSeconds,
  run: async (db) => countChangedRows(await statement.execute(db)),
});
