import { setTimeout as pause } from 'node:timers/promises';
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { fail } from '#shared/kernel/errors.ts';
import type { Db } from '../db/database.ts';

/** The number of wrong passwords that locks an account or an address. */
const MAX_FAILURES = 10;
/** From this failure on, each failure delays the answer by a further step. */
const FIRST_DELAYED_FAILURE = 4;
const DELAY_STEP_MS = 150;
/**
 * The maximum number of answers that are delayed at the same time. Further answers are sent at
 * once.
 */
const MAX_DELAYED_ANSWERS = 200;
/** Failures older than this do not count. */
const FAILURE_WINDOW_SECONDS = 900;
/**
 * An address is locked for less time than an account, because a whole factory may share one
 * address.
 */
const ACCOUNT_LOCK_SECONDS = 600;
const ADDRESS_LOCK_SECONDS = 120;

interface FailureCount {
  key: string;
  failures: number;
  seconds: number;
}

/**
 * One login attempt. It counts as a failure before the password is verified, so that parallel
 * guesses gain nothing.
 */
interface LoginAttempt {
  /**
   * Records a correct password. It resets the account, and removes one earlier failure of the
   * address.
   */
  succeeded: () => Promise<void>;
  /** Records a wrong password. It delays the answer, and locks after too many failures. */
  failed: () => Promise<void>;
  /** Withdraws the attempt, because no password was verified. */
  withdrawn: () => Promise<void>;
}

const makeAttemptKey = (kind: string, text: string): string =>
  `${kind}:${createHash('sha256').update(text).digest('hex')}`;

const reduceFailures = (db: Db, key: string, by: number) =>
  sql`update login_attempt set failures = greatest(0, failures - ${by}::int) where key = ${key}`.execute(db);

const lockKey = (db: Db, key: string, seconds: number) =>
  sql`update login_attempt set locked_until = now() + make_interval(secs => ${seconds})
    where key = ${key} and (locked_until is null or locked_until < now())`.execute(db);

let delayedAnswerCount = 0;
async function delayAnswer(failures: number): Promise<void> {
  const wait = Math.max(0, failures - FIRST_DELAYED_FAILURE + 1) * DELAY_STEP_MS;
  if (wait === 0 || delayedAnswerCount >= MAX_DELAYED_ANSWERS) return;
  delayedAnswerCount += 1;
  await pause(wait);
  delayedAnswerCount -= 1;
}

/**
 * Counts an attempt by account and by address, across all nodes. Unknown accounts are counted too.
 * @throws loginLocked with the remaining seconds
 */
export async function beginAttempt(db: Db, account: string, ip: string): Promise<LoginAttempt> {
  const [accountKey, addressKey] = [makeAttemptKey('account', account), makeAttemptKey('address', ip)];
  const counted = await sql<FailureCount>`
    insert into login_attempt as a (key, failures, first_at)
    values (${accountKey}, 1, now()), (${addressKey}, 1, now())
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
  const byAccount = counted.rows.find((row) => row.key === accountKey)!;
  const byAddress = counted.rows.find((row) => row.key === addressKey)!;
  const withdrawn = async () => {
    // The failure count of a locked account or address stays unchanged.
    if (byAccount.seconds === 0) await reduceFailures(db, accountKey, 1);
    if (byAddress.seconds === 0) await reduceFailures(db, addressKey, 1);
  };

  const seconds = Math.max(byAccount.seconds, byAddress.seconds);
  if (seconds > 0) {
    await withdrawn();
    throw fail('loginLocked', { seconds });
  }
  // Several attempts may have begun at the same time, before the last allowed one failed.
  if (byAccount.failures > MAX_FAILURES) await lockKey(db, accountKey, ACCOUNT_LOCK_SECONDS);
  if (byAddress.failures > MAX_FAILURES) await lockKey(db, addressKey, ADDRESS_LOCK_SECONDS);
  if (byAccount.failures > MAX_FAILURES) throw fail('loginLocked', { seconds: ACCOUNT_LOCK_SECONDS });
  if (byAddress.failures > MAX_FAILURES) throw fail('loginLocked', { seconds: ADDRESS_LOCK_SECONDS });

  return {
    succeeded: async () => {
      await sql`delete from login_attempt where key = ${accountKey}`.execute(db);
      await reduceFailures(db, addressKey, 2);
    },
    failed: async () => {
      if (byAccount.failures >= MAX_FAILURES) await lockKey(db, accountKey, ACCOUNT_LOCK_SECONDS);
      if (byAddress.failures >= MAX_FAILURES) await lockKey(db, addressKey, ADDRESS_LOCK_SECONDS);
      await delayAnswer(Math.max(byAccount.failures, byAddress.failures));
    },
    withdrawn,
  };
}
