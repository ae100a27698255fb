import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { GRANTABLE_PERMISSION_CODES } from '#server/reports/permission-codes.ts';
import { openDatabase } from '#server/db/connect.ts';
import type { Db } from '#server/db/database.ts';
import { describeForEachDatabase, findQuickestDatabaseKind } from '#tests/support/databases.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';
import {
  createTestFactory,
  RefusedCallError,
  type CallFunction,
  type TestFactory,
} from '#tests/support/floor.ts';
import { checkLedgers } from '#tests/support/ledger-check.ts';
import { countUsedProcesses, readOrderContent } from '#tests/support/order-content.ts';
import { beginSequenceRun, type SequenceRun } from '#tests/support/report-sequence.ts';
import { createRolledBackRunner } from '#tests/support/rolled-back-calls.ts';
import { createSequenceOrder, type SequenceOrder } from '#tests/support/sequence-order.ts';
import {
  generateSequences,
  RARE_SEQUENCES,
  STEP_KINDS,
  type SequenceStep,
  type StepKind,
} from '#tests/support/sequence-steps.ts';
import {
  chooseSequenceCount,
  expectSequencesChecked,
  isLong,
  sequenceSeed,
} from '#tests/support/sequence-settings.ts';

/** The maximum number of steps in a sequence. */
const MAX_STEPS = isLong ? 16 : 6;
const ROLLED_BACK_SEQUENCES = chooseSequenceCount(2000, 100_000);
/** The number of sequences after which a VACUUM removes the rolled-back rows, because they slow the database down. */
const SEQUENCES_PER_VACUUM = 250;
const COMMITTED_SEQUENCES = chooseSequenceCount(25, 1000);
const CONCURRENT_RUNS = chooseSequenceCount(20, 1000);

const readRefusal = (error: unknown): string | null =>
  error instanceof RefusedCallError ? error.code : null;

/**
 * Reads the last rows of the ledger, the histories and the change feed of a factory. All these tables only grow, and
 * their ids ascend, so new rows change the answer.
 */
async function readLastWrites(db: Db, factoryId: number): Promise<unknown> {
  const lastRows =
    await sql`select (select max(id) from ledger_entry where factory_id = ${factoryId}) as entry,
    (select max(id) from process_state_change where factory_id = ${factoryId}) as state,
    (select max(id) from work_report where factory_id = ${factoryId}) as report,
    (select max(id) from log where factory_id = ${factoryId}) as log,
    (select pos from feed_head where factory_id = ${factoryId}) as feed`.execute(db);
  return lastRows.rows[0];
}

/**
 * Returns a caller that sends each call twice with the same request id, and requires that the second changes nothing.
 */
function makeRepeatingCall({ call, connection, factoryId }: TestFactory): CallFunction {
  return async <T>(path: string, fields: Record<string, unknown>) => {
    const requestId = randomUUID();
    const answer = await call<T>(path, fields, requestId);
    const lastWrites = await readLastWrites(connection.db, factoryId);
    expect(await call(path, fields, requestId)).toEqual(answer);
    expect(await readLastWrites(connection.db, factoryId)).toEqual(lastWrites);
    return answer;
  };
}

describeForEachDatabase('random sequences of reports', (database) => {
  let factory: TestFactory;
  let token: string;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    token = (await factory.createPerson('Everybody', GRANTABLE_PERMISSION_CODES)).token;
  });

  const expectCorrectLedgers = async (db: Db, moment: string) => {
    const { mismatches } = await checkLedgers({ ...factory.connection, db }, factory.factoryId);
    expect(mismatches, moment).toEqual([]);
  };
  const foundMismatches = new Set<string>();
  /**
   * Expects no ledger mismatches except those that earlier sequences caused, so that a failing sequence can be shrunk.
   */
  const expectNoNewMismatches = async (moment: string) => {
    const { mismatches } = await checkLedgers(factory.connection, factory.factoryId);
    const newMismatches = mismatches.filter((mismatch) => !foundMismatches.has(mismatch));
    for (const mismatch of newMismatches) foundMismatches.add(mismatch);
    expect(newMismatches, moment).toEqual([]);
  };

  /** Undoes a run, and expects the order to be as at the start. @returns whether another run can use the order */
  const expectEverythingUndone = async (db: Db, run: SequenceRun, order: SequenceOrder, start: string) => {
    const hasUndoneAll = await run.undoEverything();
    expect(await countUsedProcesses(db, factory.factoryId, order.id)).toBe(0);
    if (hasUndoneAll) expect(await readOrderContent(db, factory.factoryId, order.id)).toBe(start);
    return hasUndoneAll;
  };

  // The calls compute the same on every kind of database, so a short run takes the quickest one.
  const itOnChosenDatabases = isLong || database.kind === findQuickestDatabaseKind() ? it : () => undefined;
  itOnChosenDatabases(
    'leave every ledger right, and return to the start when they are reversed',
    async () => {
      const order = await createSequenceOrder(factory);
      const start = await readOrderContent(factory.connection.db, factory.factoryId, order.id);
      const runRolledBack = await createRolledBackRunner(factory, token);
      const acceptedCounts = new Map<StepKind, number>();
      let sequenceCount = 0;
      const property = fc.asyncProperty(generateSequences(MAX_STEPS), async (steps) => {
        if (++sequenceCount % SEQUENCES_PER_VACUUM === 0) {
          await factory.connection.pool.query('vacuum analyze');
          if (isLong) console.log(`${sequenceCount} sequences`);
        }
        await runRolledBack(async (caller) => {
          const run = beginSequenceRun(caller, order, factory.factoryId);
          for (const step of steps) {
            const outcome = await run.runStep(step);
            if (outcome === 'accepted')
              acceptedCounts.set(step.kind, (acceptedCounts.get(step.kind) ?? 0) + 1);
          }
          await expectCorrectLedgers(caller.db, 'after the last step');
          await expectEverythingUndone(caller.db, run, order, start);
        });
      });
      const examples = RARE_SEQUENCES.map((steps): [SequenceStep[]] => [steps]);
      await fc.assert(property, { numRuns: ROLLED_BACK_SEQUENCES, seed: sequenceSeed, examples });
      expectSequencesChecked(`sequences of at most ${MAX_STEPS} steps`, database, ROLLED_BACK_SEQUENCES);
      expectItemsChecked(
        'accepted steps',
        [...acceptedCounts.values()].reduce((sum, count) => sum + count, 0),
      );
      // An undo is accepted only after a commit, because it reads the audit log.
      if (ROLLED_BACK_SEQUENCES >= 1000)
        expect(STEP_KINDS.filter((kind) => !acceptedCounts.has(kind))).toEqual(['undo']);
    },
    isLong ? 24 * 3_600_000 : 600_000,
  );

  it(
    'leave every ledger right after each step, and a repeated request changes nothing',
    async () => {
      const { db } = factory.connection;
      const caller = { db, call: makeRepeatingCall(factory), readRefusal };
      let order: SequenceOrder | null = null;
      let acceptedCount = 0;
      const property = fc.asyncProperty(generateSequences(MAX_STEPS), async (steps) => {
        // A sequence that undoes all its changes passes its order on to the next sequence.
        const ownOrder = order ?? (await createSequenceOrder(factory));
        order = null;
        const start = await readOrderContent(db, factory.factoryId, ownOrder.id);
        const run = beginSequenceRun(caller, ownOrder, factory.factoryId);
        for (const [index, step] of steps.entries()) {
          if ((await run.runStep(step)) !== 'accepted') continue;
          acceptedCount += 1;
          await expectNoNewMismatches(`after step ${index + 1}, ${step.kind}`);
        }
        if (await expectEverythingUndone(db, run, ownOrder, start)) order = ownOrder;
        await expectNoNewMismatches('after everything is reversed');
      });
      await fc.assert(property, { numRuns: COMMITTED_SEQUENCES, seed: sequenceSeed });
      expectSequencesChecked('committed sequences', database, COMMITTED_SEQUENCES);
      expectItemsChecked('steps with a repeated request', acceptedCount);
    },
    isLong ? 3_600_000 : 600_000,
  );

  // The embedded database has one connection, so two calls cannot run at the same time.
  const itOnPostgres = database.kind === 'postgres' ? it : () => undefined;
  itOnPostgres(
    'of several writers on one order leave every ledger right',
    async () => {
      const node = await openDatabase({ url: database.url, dataDir: database.dataDir });
      try {
        const calls = [factory.call, factory.createCaller(node), factory.call];
        let acceptedCount = 0;
        const sequences = fc.tuple(...calls.map(() => generateSequences(MAX_STEPS)));
        const property = fc.asyncProperty(sequences, async (sequencesOfWriters) => {
          const order = await createSequenceOrder(factory);
          const { db } = factory.connection;
          const runs = calls.map((call) =>
            beginSequenceRun({ db, call, readRefusal }, order, factory.factoryId),
          );
          await Promise.all(
            sequencesOfWriters.map(async (steps, writer) => {
              for (const step of steps)
                if ((await runs[writer]!.runStep(step)) === 'accepted') acceptedCount += 1;
            }),
          );
          await expectNoNewMismatches('after the last step of all writers');
        });
        await fc.assert(property, { numRuns: CONCURRENT_RUNS, seed: sequenceSeed });
        expectSequencesChecked('sequences of three writers', database, CONCURRENT_RUNS);
        expectItemsChecked('steps of several writers', acceptedCount);
      } finally {
        await node.close();
      }
    },
    isLong ? 3_600_000 : 600_000,
  );
});
