import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

/** A statement that the product sent, and what came back. */
export interface Statement {
  text: string;
  values: unknown[];
  rows: Record<string, unknown>[];
}

const recording = new AsyncLocalStorage<Statement[]>();

/** A statement as the driver is given it: its text, or a prepared one. */
type Given = string | { text: string; values?: unknown[] };
type Query = (given: Given, values?: unknown[]) => Promise<pg.QueryResult>;

/** Listens at the driver: what is sent within `record` is kept, whatever else runs meanwhile. */
function listen(): void {
  const prototype = pg.Client.prototype as unknown as { query: Query; listened?: true };
  if (prototype.listened) return;
  prototype.listened = true;
  const send = prototype.query;
  prototype.query = function query(this: pg.Client, given: Given, values?: unknown[]) {
    const into = recording.getStore();
    const sent = send.apply(this, arguments as unknown as Parameters<Query>);
    const text = typeof given === 'string' ? given : given?.text;
    if (!into || typeof text !== 'string') return sent;
    const known = typeof given === 'string' ? values : given.values;
    const statement: Statement = { text, values: known ?? [], rows: [] };
    into.push(statement);
    return sent.then((result) => {
      statement.rows = result.rows as Record<string, unknown>[];
      return result;
    });
  };
}

/** Every statement that something sends, in order. */
export async function record(run: () => Promise<unknown>): Promise<Statement[]> {
  listen();
  const statements: Statement[] = [];
  await recording.run(statements, run);
  return statements;
}

/** Whether a statement keeps history or tells the feed. */
export const isFeedOrLog = ({ text }: Statement): boolean => /insert into (log|feed)\b/.test(text);
