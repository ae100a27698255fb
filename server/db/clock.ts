import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { toLocalDay } from '#shared/rules/wall-clock.ts';
import type { Db } from './database.ts';
import { runWithTimeLimit } from './time-limit.ts';

/** The pause between two readings of the clock of the database, in milliseconds. */
const READ_INTERVAL_MS = 10_000;
/** How often the wall clock and the steady clock of this machine are compared, in milliseconds. */
const COMPARE_INTERVAL_MS = 500;
/**
 * The maximum drift between the wall clock and the steady clock, in milliseconds. If they drift apart by more, the
 * machine is assumed to have slept.
 */
const MAX_DRIFT_MS = 1000;
const READ_TIMEOUT_MS = 5000;
/**
 * The tolerated difference between the clock of a node and the clock of the database, in milliseconds. When the
 * difference becomes larger, the node writes this to its log.
 */
export const MAX_SKEW_MS = 2000;

/** One reading of the clock of a database. */
interface ClockReading {
  /** The time of the database minus `performance.now()` of this process, in milliseconds. */
  steadyOffsetMs: number;
  /** `Date.now()` minus `performance.now()` of this process, in milliseconds. */
  wallOffsetMs: number;
  /** The time of this node minus the time of the database, in milliseconds. */
  skewMs: number;
}

const clockReadings = new WeakMap<Db, ClockReading>();

const readWallClockOffsetMs = (): number => Date.now() - performance.now();

/**
 * Whether the last reading may be wrong because the machine slept. During sleep the wall clock goes on, but
 * the steady clock stands still. The result is also true if somebody has set the wall clock.
 */
function isReadingDoubtful(db: Db): boolean {
  const reading = clockReadings.get(db);
  return reading !== undefined && Math.abs(readWallClockOffsetMs() - reading.wallOffsetMs) > MAX_DRIFT_MS;
}

/**
 * Returns the current time by the clock of the database, which all nodes share. Before the first reading of that
 * clock, it returns the time of this machine; afterwards, changes of this machine's clock have no effect.
 */
export function getDatabaseTime(db: Db): Date {
  const reading = clockReadings.get(db);
  return reading ? new Date(performance.now() + reading.steadyOffsetMs) : new Date();
}

/** Returns the current day in a time zone by the clock of the database: 'YYYY-MM-DD'. */
export const getToday = (db: Db, zone: string): string => toLocalDay(zone, getDatabaseTime(db));

/** The time of this node minus the time of the database, in milliseconds; null until the first reading. */
export const getClockSkewMs = (db: Db): number | null => clockReadings.get(db)?.skewMs ?? null;

/**
 * Reads the clock of the database once. It assumes that the database read its clock halfway between the sending of
 * the query and the arrival of the result.
 */
async function readClock(db: Db): Promise<ClockReading> {
  const sentAt = performance.now();
  const { rows } = await runWithTimeLimit(READ_TIMEOUT_MS, () =>
    sql<{ ms: number }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db),
  );
  const receivedAt = performance.now();
  const databaseMs = rows[0]!.ms;
  const ageMs = (receivedAt - sentAt) / 2;
  return {
    steadyOffsetMs: databaseMs - (sentAt + ageMs),
    wallOffsetMs: readWallClockOffsetMs(),
    skewMs: Math.round(Date.now() - ageMs - databaseMs),
  };
}

/**
 * Returns the time of the database, for a value that will be stored. If this machine may have slept, it reads the clock
 * of the database again first.
 * @param transaction the connection on which the clock is read, because the pool may have no other connection
 */
export async function readTimeForStorage(db: Db, transaction: Db): Promise<Date> {
  if (isReadingDoubtful(db)) clockReadings.set(db, await readClock(transaction));
  return getDatabaseTime(db);
}

/**
 * Reads the clock of the database at once and then regularly. It reports when the difference to this node's
 * clock exceeds MAX_SKEW_MS, and when the difference is small again.
 * @returns a function that stops the readings
 */
export async function followDatabaseClock(
  db: Db,
  onError: (error: unknown, message: string) => void,
): Promise<() => Promise<void>> {
  const stopController = new AbortController();
  let isClockWrong = false;
  const read = async (): Promise<void> => {
    const reading = await readClock(db);
    clockReadings.set(db, reading);
    const wasClockWrong = isClockWrong;
    isClockWrong = Math.abs(reading.skewMs) > MAX_SKEW_MS;
    if (isClockWrong && !wasClockWrong)
      onError(
        null,
        `The clock of this node differs from the database's by ${reading.skewMs} ms: set it right`,
      );
    if (wasClockWrong && !isClockWrong)
      onError(null, 'The clock of this node agrees with the database again');
  };
  await read();
  const readingLoop = (async () => {
    for (let waitedMs = 0; !stopController.signal.aborted; waitedMs += COMPARE_INTERVAL_MS) {
      const options = { signal: stopController.signal, ref: false };
      await pause(COMPARE_INTERVAL_MS, undefined, options).catch(() => undefined);
      if (stopController.signal.aborted) return;
      if (waitedMs < READ_INTERVAL_MS && !isReadingDoubtful(db)) continue;
      waitedMs = 0;
      // The last reading stays valid while the database cannot be reached.
      await read().catch(() => undefined);
    }
  })();
  return async () => {
    stopController.abort();
    await readingLoop;
  };
}
