import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Connection } from '#server/db/connect.ts';
import { isLeaseHeld, releaseAndPruneLeases, takeLeases } from '#server/db/lease.ts';
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
});
