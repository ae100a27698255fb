import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

/** A statement that the server sent, and the rows of its result. */
export interface Statement {
  text: string;
  values: unknown[];
  rows: Record<string, unknown>[];
  /** Whether the server sent the statement while it waited for the answer to another statement. */
  isSentInParallel: boolean;
}

/** The statements of a run, and how many of them have not been answered. */
interface Recording {
  statements: Statement[];
  waitingCount: number;
}

const recordingStorage = new AsyncLocalStorage<Recording>();

/** The first argument of the driver's `query`: a text, or a text with values. */
type QueryInput = string | { text: string; values?: unknown[] };
type QueryFunction = (input: QueryInput, values?: unknown[]) => Promise<pg.QueryResult>;

/**
 * Patches the driver so that it records the statements of the function that `recordStatements` runs.
 */
function patchDriver(): void {
  const prototype = pg.Client.prototype as unknown as { query: QueryFunction; isPatched?: true };
  if (prototype.isPatched) return;
  prototype.isPatched = true;
  const originalQuery = prototype.query;
  prototype.query = function query(this: pg.Client, input: QueryInput, values?: unknown[]) {
    const recording = recordingStorage.getStore();
    const resultPromise = originalQuery.apply(this, arguments as unknown as Parameters<QueryFunction>);
    const text = typeof input === 'string' ? input : input?.text;
    if (!recording || typeof text !== 'string') return resultPromise;
    const parameterValues = typeof input === 'string' ? values : input.values;
    const statement: Statement = {
      text,
      values: parameterValues ?? [],
      rows: [],
      isSentInParallel: recording.waitingCount > 0,
    };
    recording.statements.push(statement);
    recording.waitingCount++;
    return resultPromise
      .then((result) => {
        statement.rows = result.rows as Record<string, unknown>[];
        return result;
      })
      .finally(() => recording.waitingCount--);
  };
}

/** Runs a function, and returns the statements that it sends to PostgreSQL, in the order of sending. */
export async function recordStatements(run: () => Promise<unknown>): Promise<Statement[]> {
  patchDriver();
  const recording: Recording = { statements: [], waitingCount: 0 };
  await recordingStorage.run(recording, run);
  return recording.statements;
}

/** Tells whether a statement inserts into the log or the feed. */
export const insertsIntoFeedOrLog = ({ text }: Statement): boolean => /insert into (log|feed)\b/.test(text);
