import type { Answer } from '../kernel/wire.ts';

/** The maximum number of rows of a batch that one call writes before it answers. */
export const MAX_BATCH_ROWS = 1000;

/** Returns the path of the endpoint that runs a command for many rows. */
export const getBatchPath = (path: string): string => `${path}/batch`;

/** The answer to one row of a batch: the answer of the command, or its refusal. */
export interface BatchRowAnswer<T = unknown> {
  id: number;
  answer: Answer<T>;
}

/** The answer to a batch. It lists the rows in the order of the call. */
export interface BatchAnswer<T = unknown> {
  rows: BatchRowAnswer<T>[];
}
