import { beforeAll, expect, it } from 'vitest';
import { sql } from 'kysely';
import { HOLD_SOURCES } from '#shared/ledger/quality.ts';
import { LEDGER_BUCKETS } from '#shared/ledger/process-state.ts';
import { HOLDING_QUALITY_STATES } from '#shared/machines/quality-exception.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, getIsoTimeAgo, readRefusalCode, type TestFactory } from '#tests/support/floor.ts';
import { checkLedgers } from '#tests/support/ledger-check.ts';
import { createQualityFactory, type QualityFactory } from '#tests/support/quality-floor.ts';
import { createRandomGenerator } from '#shared/kernel/random.ts';

const MIN_STEPS = 120;
const MAX_STEPS = 900;
const STEP_KINDS = [
  'report',
  'report',
  'raise',
  'raise',
  'determine',
  'sign',
  'reject',
  'cancel',
  'reverse',
] as const;
const STEPS_PER_CHECK = 20;

describeForEachDatabase('random exceptions among ordinary reports', (database) => {
  let factory: TestFactory;
  let quality: QualityFactory;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    quality = await createQualityFactory(factory);
  });

  /** Finds the exceptions whose ledger entries contradict their states. */
  async function findWrongExceptions(): Promise<string[]> {
    const { db } = factory.connection;
    const { rows } = await sql<{
      code: string;
      state: string;
      held: number;
      posted: number;
      returned: number;
      quantity: number;
    }>`
      select x.code, x.state, x.quantity,
        coalesce(sum(e.quantity) filter (where e.to_account = 'hold'), 0) as held,
        coalesce(sum(e.quantity) filter (where e.from_account = 'hold' and e.to_account in ('scrap', 'reworkOpen', 'concession', 'machinable')
          and x.posted_at is not null), 0) as posted,
        coalesce(sum(e.quantity) filter (where e.from_account = 'hold' and e.to_account = x.source and x.cancelled_at is not null), 0) as returned
      from quality_exception x left join ledger_entry e on e.factory_id = x.factory_id and e.exception_id = x.id
      where x.factory_id = ${factory.factoryId} group by x.factory_id, x.id`.execute(db);
    return rows
      .filter(
        ({ state, quantity, held, posted, returned }) =>
          held !== quantity ||
          posted !== (state === 'tracingCountersign' ? quantity : 0) ||
          returned !== (state === 'cancelled' ? quantity : 0),
      )
      .map((row) => JSON.stringify(row));
  }

  /** Sums the buckets of all processes, and what is on hold for exceptions. */
  async function readTotals() {
    const { rows } = await sql<{
      total: number;
      received: number;
      excess: number;
      hold: number;
      held: number;
    }>`
      select coalesce(sum(machinable + in_work + good + concession + rework_open + in_rework + scrap + hold + outsourced), 0) as total,
        coalesce(sum(received), 0) as received, coalesce(sum(excess), 0) as excess, coalesce(sum(hold), 0) as hold,
        (select coalesce(sum(quantity), 0) from quality_exception where factory_id = ${factory.factoryId}
          and state = any(${[...HOLDING_QUALITY_STATES]}::text[])) as held
      from process where factory_id = ${factory.factoryId}`.execute(factory.connection.db);
    return rows[0]!;
  }

  it('conserve every piece, never hold less than nothing, post once, and leave no trace when cancelled', async () => {
    const seed = Number(process.env['MES_TEST_SEED'] ?? Math.floor(Math.random() * 1_000_000));
    const random = createRandomGenerator(seed);
    const pickItem = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
    const order = await factory.createOrder(30, [
      { name: 'Turn', needsReceive: true },
      { name: 'Mill', leapfrogAllowed: true },
      { name: 'Grind', leapfrogAllowed: true, overReportTolerance: 10 },
    ]);
    const reportIds: number[] = [];
    const exceptions: { id: number }[] = [];
    const accepted = new Map<string, number>();
    const isEnough = () => STEP_KINDS.every((kind) => (accepted.get(kind) ?? 0) >= 2);

    const reportWork = async ({ processId, machinable, needsReceive }: ProcessProgress) => {
      if (needsReceive && machinable === 0)
        return factory.call('/mes/report/receive', { processId, quantity: 1 + Math.floor(random() * 6) });
      const { employeeId } = await factory.createPerson('Somebody', []);
      const quantity = 1 + Math.floor(random() * 4);
      const { reportId } = await factory.call<{ reportId: number }>('/mes/report/start', {
        processId,
        quantity,
        people: [{ employeeId }],
        at: getIsoTimeAgo(9),
      });
      const scrap = random() < 0.3 ? 1 : 0;
      await factory.call('/mes/report/finish', {
        reportId,
        good: quantity - scrap,
        scrap,
        rework: 0,
      });
      reportIds.push(reportId);
      return reportId;
    };
    const raiseException = async ({ processId }: ProcessProgress) => {
      const exception = await quality.raise(
        { processId },
        { source: pickItem(HOLD_SOURCES), quantity: 1 + Math.floor(random() * 2) },
      );
      exceptions.push(exception);
      return exception;
    };
    const determineException = async (exception: { id: number }) => {
      const { quantity } = await quality.read(exception);
      const rework = Math.floor(random() * (quantity + 1));
      const concession = Math.floor(random() * (quantity - rework + 1));
      await quality.determine(exception, { rework, concession, scrap: quantity - rework - concession });
    };

    for (let step = 1; step <= MIN_STEPS || (step <= MAX_STEPS && !isEnough()); step++) {
      const rows = await factory.call<ProcessProgress[]>('/mes/process/progress', { orderId: order.id });
      const process = pickItem(rows);
      const exception = pickItem(exceptions) ?? { id: 1 };
      const kind = pickItem(STEP_KINDS);
      const before = rows.map((row) => LEDGER_BUCKETS.map((bucket) => row[bucket]));
      const run = {
        report: () => reportWork(process),
        raise: () => raiseException(process),
        determine: () => determineException(exception),
        sign: () => quality.sign(exception),
        reject: () => quality.sign(exception, quality.signer, 'notPassed'),
        cancel: () => quality.cancel(exception),
        reverse: () =>
          factory.call('/mes/report/reverse', { reportId: pickItem(reportIds) ?? 1, reason: 'tried' }),
      }[kind];
      const code = await readRefusalCode(run()).catch((error: Error) => {
        // Nothing can be signed in an exception without a round.
        expect(error.message).toBe('The exception has no round');
        return 'nothingToSign';
      });
      expect(code, `seed ${seed}, step ${step}: ${kind}`).not.toBe('internal');
      if (code === 'accepted') accepted.set(kind, (accepted.get(kind) ?? 0) + 1);
      const { total, received, excess, hold, held } = await readTotals();
      expect([total, hold], `seed ${seed}, step ${step}: ${kind} ${JSON.stringify(before)}`).toEqual([
        received + excess,
        held,
      ]);
      if (step % STEPS_PER_CHECK === 0)
        expect(
          [
            ...(await checkLedgers(factory.connection, factory.factoryId)).mismatches,
            ...(await findWrongExceptions()),
          ],
          `seed ${seed}, step ${step}`,
        ).toEqual([]);
    }
    expect([...accepted.keys()].sort(), `seed ${seed}`).toEqual([...new Set(STEP_KINDS)].sort());
  });
});
