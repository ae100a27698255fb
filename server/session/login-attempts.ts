import { setTimeout as pause } from 'node:timers/promises';
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import type { Db } from '../db/database.ts';

/**
 * The number of wrong passwords after which an account is locked, and a place (an address or a terminal) is
 * slowed down.
 */
const MAX_FAILURES = 10;
/**
 * The number of failures from which on the answer to a failure is delayed. Each further failure makes the
 * delay one step longer.
 */
const FIRST_DELAYED_FAILURE = 4;
const DELAY_STEP_MS = 150;
/**
 * The maximum number of answers that are delayed at the same time. Further answers are sent at
 * once.
 */
const MAX_DELAYED_ANSWERS = 200;
/** The count begins again at 1 if the first counted failure is longer ago than this time, in seconds. */
const FAILURE_WINDOW_SECONDS = 900;
const ACCOUNT_LOCK_SECONDS = 600;
/**
 * After MAX_FAILURES failures from a place, its attempts must wait for their turn. Each additional failure
 * makes the time between two attempts longer by one step, up to the maximum.
 */
const ATTEMPT_INTERVAL_STEP_SECONDS = 0.5;
const MAX_ATTEMPT_INTERVAL_SECONDS = 5;
/**
 * The maximum waiting time for a turn, in seconds. If the previous attempt at the place has to wait longer than this, a
 * new attempt is refused.
 */
const MAX_TURN_WAIT_SECONDS = 10;

interface FailureCount {
  key: string;
  failures: number;
  seconds: number;
}

/** The account and the place for which an attempt is counted. */
interface AttemptAccountAndPlace {
  /** The account that the attempt is for. Too many failures lock it. Null if the attempt names no account. */
  account: string | null;
  /**
   * The address or terminal that the attempt comes from. Many people may share it, so failures slow it down but never
   * lock it. Null if the attempt comes from a known device of the account.
   */
  place: string | null;
}

/**
 * One login attempt. It counts as a failure from its beginning, before the password is verified, so that parallel
 * guesses gain nothing.
 */
interface LoginAttempt {
  /**
   * Records a correct password. It clears the failures of the account. The attempt was already counted as a
   * failure of its place, so this count is taken back.
   */
  recordSuccess: () => Promise<void>;
  /**
   * Records a wrong password. After several failures it delays the answer, and after MAX_FAILURES it locks
   * the account.
   */
  recordFailure: () => Promise<void>;
  /** Removes the attempt from the counts, if its password was not verified. */
  withdraw: () => Promise<void>;
}

const makeAttemptKey = (kind: string, text: string): string =>
  `${kind}:${createHash('sha256').update(text).digest('hex')}`;

/** Makes the text that identifies an address as the place of an attempt. */
export const makeAttemptPlaceOfAddress = (ip: string): string => `address\n${ip}`;

const reduceFailures = (db: Db, key: string, decrement: number) =>
  sql`update login_attempt set failures = greatest(0, failures - ${decrement}::int) where key = ${key}`.execute(
    db,
  );

const lockAttemptKey = (db: Db, key: string, seconds: number) =>
  sql`update login_attempt set locked_until = now() + make_interval(secs => ${seconds})
    where key = ${key} and (locked_until is null or locked_until < now())`.execute(db);

let delayedAnswerCount = 0;
async function delayAnswer(failures: number): Promise<void> {
  const delayMs = Math.max(0, failures - FIRST_DELAYED_FAILURE + 1) * DELAY_STEP_MS;
  if (delayMs === 0 || delayedAnswerCount >= MAX_DELAYED_ANSWERS) return;
  delayedAnswerCount += 1;
  await pause(delayMs);
  delayedAnswerCount -= 1;
}

/**
 * Waits for a turn at a slow place. The database counts the turns of all nodes, so parallel attempts gain nothing.
 * @returns 0 after the wait; if too many attempts are waiting, it does not wait, and returns the seconds after
 * which to try again
 */
async function waitForTurn(db: Db, key: string, failures: number): Promise<number> {
  const intervalSeconds = Math.min(
    MAX_ATTEMPT_INTERVAL_SECONDS,
    (failures - MAX_FAILURES) * ATTEMPT_INTERVAL_STEP_SECONDS,
  );
  const turn = await sql<{ wait: number }>`update login_attempt
    set next_at = greatest(now(), next_at) + make_interval(secs => ${intervalSeconds}::float8)
    where key = ${key} and (next_at is null or next_at <= now() + make_interval(secs => ${MAX_TURN_WAIT_SECONDS}))
    returning extract(epoch from next_at - now())::float8 as wait`.execute(db);
  const waitSeconds = turn.rows[0]?.wait;
  if (waitSeconds === undefined) return MAX_TURN_WAIT_SECONDS;
  await pause(waitSeconds * 1000);
  return 0;
}

const countAttempt = (db: Db, keys: readonly string[]) =>
  sql<FailureCount>`
    insert into login_attempt as a (key, failures, first_at)
    select key, 1, now() from unnest(${keys}::text[]) as counted (key)
    on conflict (key) do update set
      failures = case
        when a.locked_until > now() then a.failures
        when a.locked_until is not null or a.first_at < now() - make_interval(secs => ${FAILURE_WINDOW_SECONDS}) then 1
        else a.failures + 1 end,
      first_at = case
        when a.locked_until > now() then a.first_at
        when a.locked_until is not null or a.first_at < now() - make_interval(secs => ${FAILURE_WINDOW_SECONDS}) then now()
        else a.first_at end,
      locked_until = case when a.locked_until > now() then a.locked_until end
    returning key, failures, coalesce(ceil(extract(epoch from locked_until - now())), 0)::int as seconds`.execute(
    db,
  );

/** Whether the next attempt from a place is slowed down, because many recent attempts failed. */
export async function isAttemptPlaceSlow(db: Db, place: string): Promise<boolean> {
  const result = await sql`select 1 from login_attempt where key = ${makeAttemptKey('place', place)}
    and failures >= ${MAX_FAILURES} and first_at >= now() - make_interval(secs => ${FAILURE_WINDOW_SECONDS})`.execute(
    db,
  );
  return result.rows.length > 0;
}

/**
 * Counts an attempt by account and by place, across all nodes. Unknown accounts are counted too. At a slow place it
 * waits for a turn.
 * @throws loginLocked with the remaining seconds, if the account is locked or too many attempts wait for a turn
 */
export async function beginAttempt(
  db: Db,
  { account, place }: AttemptAccountAndPlace,
): Promise<LoginAttempt> {
  const accountKey = account === null ? null : makeAttemptKey('account', account);
  const placeKey = place === null ? null : makeAttemptKey('place', place);
  const keys = [accountKey, placeKey].filter((key) => key !== null);
  const failureCountsByKey = new Map((await countAttempt(db, keys)).rows.map((row) => [row.key, row]));
  const accountFailureCount = (accountKey && failureCountsByKey.get(accountKey)) || {
    failures: 0,
    seconds: 0,
  };
  const placeFailureCount = (placeKey && failureCountsByKey.get(placeKey)) || { failures: 0, seconds: 0 };
  const withdraw = async () => {
    // The failure count of a locked account stays unchanged.
    if (accountKey && accountFailureCount.seconds === 0) await reduceFailures(db, accountKey, 1);
    if (placeKey) await reduceFailures(db, placeKey, 1);
  };

  if (accountFailureCount.seconds > 0) {
    await withdraw();
    throw makeError('loginLocked', { seconds: accountFailureCount.seconds });
  }
  // Parallel attempts can exceed the limit before one of them has locked the account.
  if (accountKey && accountFailureCount.failures > MAX_FAILURES) {
    await lockAttemptKey(db, accountKey, ACCOUNT_LOCK_SECONDS);
    throw makeError('loginLocked', { seconds: ACCOUNT_LOCK_SECONDS });
  }
  if (placeKey && placeFailureCount.failures > MAX_FAILURES) {
    const seconds = await waitForTurn(db, placeKey, placeFailureCount.failures);
    if (seconds > 0) {
      await withdraw();
      throw makeError('loginLocked', { seconds });
    }
  }

  return {
    recordSuccess: async () => {
      if (accountKey) await sql`delete from login_attempt where key = ${accountKey}`.execute(db);
      if (placeKey) await reduceFailures(db, placeKey, 1);
    },
    recordFailure: async () => {
      if (accountKey && accountFailureCount.failures >= MAX_FAILURES)
        await lockAttemptKey(db, accountKey, ACCOUNT_LOCK_SECONDS);
      await delayAnswer(
        Math.max(accountFailureCount.failures, Math.min(placeFailureCount.failures, MAX_FAILURES)),
      );
    },
    withdraw,
  };
}
