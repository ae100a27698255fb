import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Connection } from '#server/db/connect.ts';
import { LeasedRounds } from '#server/db/leases/leased-rounds.ts';
import { getCurrentTimeLimitMs, runWithoutTimeLimit } from '#server/db/time-limit.ts';
import { isLeaseHeld, releaseAndPruneLeases, takeLeases } from '#server/db/leases/take-leases.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';

const [HOLDER, OTHER_NODE] = [
  '00000000-0000-0000-0000-000000000001',
  '00000000-0000-0000-0000-000000000002',
] as const;
const LEASE_KEY = 'a source';
const MINUTE_MS = 60_000;

describeForEachDatabase('A lease', (database) => {
  let connection: Connection;
  beforeAll(async () => {
    connection = await database.open();
  });
  const takeLease = async (node: string, answerAgeMs: number | null = null) =>
    (await takeLeases(connection.db, node, [{ key: LEASE_KEY, answerAgeMs, digest: null }], MINUTE_MS))[0]!;
  const isHeldBy = (node: string) => isLeaseHeld(connection.db, node, LEASE_KEY);

  test('has one holder until it expires or is released, and tells the other nodes the age of its result', async () => {
    expect(await isHeldBy(HOLDER)).toBe(false);
    expect(await takeLease(HOLDER, 5000)).toMatchObject({ key: LEASE_KEY, node: HOLDER });
    const { node, answerAgeMs } = await takeLease(OTHER_NODE);
    expect(node).toBe(HOLDER);
    expect(answerAgeMs).toBeGreaterThanOrEqual(5000);
    expect(answerAgeMs).toBeLessThan(5000 + MINUTE_MS);
    expect([await isHeldBy(HOLDER), await isHeldBy(OTHER_NODE)]).toEqual([true, false]);

    await sql`update poll_lease set until = now() - interval '1 second'`.execute(connection.db);
    expect(await isHeldBy(HOLDER)).toBe(false);
    expect((await takeLease(OTHER_NODE)).node).toBe(OTHER_NODE);
    await releaseAndPruneLeases(connection.db, OTHER_NODE);
    expect(await isHeldBy(OTHER_NODE)).toBe(false);
    expect((await takeLease(HOLDER)).node).toBe(HOLDER);
  });

  test('passes to the rounds of another node when its holder closes, and a round that hangs does not end the rounds', async () => {
    const errors: string[] = [];
    const limits: (number | undefined)[] = [];
    let releaseHungRound = (): void => undefined;
    const hungRound = new Promise<void>((release) => (releaseHungRound = release));
    let roundCount = 0;
    const options = {
      leaseKey: 'rounds',
      intervalMs: 20,
      onError: (error: unknown, message: string) => errors.push(`${message}: ${String(error)}`),
      failureMessage: 'No round',
    };
    const holder = new LeasedRounds(connection.db, {
      ...options,
      roundTimeoutMs: 1000,
      runRound: (isHeld) => {
        expect(isHeld).toBe(true);
        limits.push(getCurrentTimeLimitMs(), runWithoutTimeLimit(getCurrentTimeLimitMs));
        roundCount += 1;
        return roundCount === 2 ? hungRound : Promise.resolve();
      },
    });
    await expect.poll(() => roundCount, { timeout: 20_000 }).toBeGreaterThan(3);
    expect(errors).toEqual(['No round: Error: No answer within 1000 ms']);
    expect(limits.slice(0, 2)).toEqual([1000, undefined]);
    let isHeldByOther: boolean | null = null;
    const other = new LeasedRounds(connection.db, {
      ...options,
      runRound: async (isHeld) => {
        isHeldByOther = isHeld;
      },
    });
    await expect.poll(() => isHeldByOther, { timeout: 20_000 }).toBe(false);
    let wasHeldUntilTheEnd = false;
    await holder.close(async () => {
      wasHeldUntilTheEnd = await holder.isLeaseHeld(connection.db);
    });
    expect(wasHeldUntilTheEnd).toBe(true);
    await expect.poll(() => isHeldByOther, { timeout: 20_000 }).toBe(true);
    await other.close(() => Promise.resolve());
    releaseHungRound();
  });
});
