import type { Answer } from '../kernel/wire.ts';

/** The maximum number of rows of a batch that one call writes before it answers. */
export const MAX_BATCH_ROWS = 1000;
/** The maximum number of rows of a batch that is written in the background. */
export const MAX_BATCH_RUN_ROWS = 10_000;

/** Returns the path of the endpoint that runs a command for many rows. */
export const getBatchPath = (path: string): string => `${path}/batch`;

/** Returns the path of the endpoint that begins to run a command for very many rows. */
export const getBatchRunPath = (path: string): string => `${getBatchPath(path)}/run`;

/** Whether a path belongs to an endpoint with many rows. */
export const isBatchPath = (path: string): boolean => /\/batch(\/run)?$/.test(path);

/** The answer to one row of a batch: the answer of the command, or its refusal. */
export interface BatchRowAnswer<T = unknown> {
  id: number;
  answer: Answer<T>;
}

/** The answer to a batch. It lists the rows in the order of the call. */
export interface BatchAnswer<T = unknown> {
  rows: BatchRowAnswer<T>[];
}

/** A batch that is or was written in the background. */
export interface BatchRun {
  id: number;
  /** The path of the command that runs for each row. */
  path: string;
  /**
   * The state is `interrupted` if the server node that wrote the batch has stopped. Somebody must then
   * continue or cancel the batch.
   */
  state: 'running' | 'interrupted' | 'done' | 'cancelled';
  rowCount: number;
  doneCount: number;
  refusedCount: number;
  createdAt: string;
  endedAt: string | null;
}
