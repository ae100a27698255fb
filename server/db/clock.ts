import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from './database.ts';
import { withTimeLimit } from './time-limit.ts';

/** The pause between two readings of the clock of the database, in milliseconds. */
const READ_INTERVAL_MS = 10_000;
const READ_TIMEOUT_MS = 5000;
/**
 * The maximum difference between the clock of a node and that of the database, in milliseconds. A node logs when the
 * difference becomes larger.
 */
export const MAX_SKEW_MS = 2000;

/** What one reading of the clock of a database has shown. */
interface Reading {
  /** The time of the database minus `performance.now()` of this process, in milliseconds. */
  steadyOffsetMs: number;
  /** The time of this node minus the time of the database, in milliseconds. */
  skewMs: number;
}

const readings = new WeakMap<Db, Reading>();

/**
 * Returns the current time by the clock of the database, which all nodes share. Before the first reading of that
 * clock, it returns the time of this machine; afterwards, changes of this machine's clock have no effect.
 */
export function databaseNow(db: Db): Date {
  const reading = readings.get(db);
  return reading ? new Date(performance.now() + reading.steadyOffsetMs) : new Date();
}

/** The time of this node minus the time of the database, in milliseconds; null until the first reading. */
export const clockSkewMs = (db: Db): number | null => readings.get(db)?.skewMs ?? null;

/**
 * Reads the clock of the database once. It assumes that the database read its clock halfway between the sending of
 * the query and the arrival of the result.
 */
async function readClock(db: Db): Promise<Reading> {
  const sent = performance.now();
  const { rows } = await withTimeLimit(READ_TIMEOUT_MS, () =>
    sql<{ ms: number }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db),
  );
  const received = performance.now();
  const databaseMs = rows[0]!.ms;
  const age = (received - sent) / 2;
  return {
    steadyOffsetMs: databaseMs - (sent + age),
    skewMs: Math.round(Date.now() - age - databaseMs),
  };
}

/**
 * Reads the clock of the database at once and then regularly. It reports when this node's clock begins to differ
 * by more than MAX_SKEW_MS, and when it no longer does.
 * @returns a function that stops the readings
 */
export async function followDatabaseClock(
  db: Db,
  onError: (error: unknown, what: string) => void,
): Promise<() => Promise<void>> {
  const stopped = new AbortController();
  let isOff = false;
  const read = async (): Promise<void> => {
    const reading = await readClock(db);
    readings.set(db, reading);
    const wasOff = isOff;
    isOff = Math.abs(reading.skewMs) > MAX_SKEW_MS;
    if (isOff && !wasOff)
      onError(
        null,
        `The clock of this node differs from the database's by ${reading.skewMs} ms: set it right`,
      );
    if (wasOff && !isOff) onError(null, 'The clock of this node agrees with the database again');
  };
  await read();
  const following = (async () => {
    while (!stopped.signal.aborted) {
      await pause(READ_INTERVAL_MS, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined);
      if (stopped.signal.aborted) return;
      // The last reading stays valid while the database cannot be reached.
      await read().catch(() => undefined);
    }
  })();
  return async () => {
    stopped.abort();
    await following;
  };
}
