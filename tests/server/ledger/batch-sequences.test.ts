import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { GRANTABLE_PERMISSION_CODES } from '#server/reports/permission-codes.ts';
import type { Db } from '#server/db/database.ts';
import { createCardFloor } from '#tests/support/card-floor.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';
import { createTestFactory, type TestFactory } from '#tests/support/floor.ts';
import { checkLedgers } from '#tests/support/ledger-check.ts';
import { readOrderContent } from '#tests/support/order-content.ts';
import { beginSequenceRun } from '#tests/support/report-sequence.ts';
import { createRolledBackRunner, type RolledBackCaller } from '#tests/support/rolled-back-calls.ts';
import { createSequenceOrder, type SequenceOrder } from '#tests/support/sequence-order.ts';
import { generateSequences, type SequenceStep } from '#tests/support/sequence-steps.ts';
import {
  chooseSequenceCount,
  expectSequencesChecked,
  isLong,
  sequenceSeed,
} from '#tests/support/sequence-settings.ts';

const RUN_COUNT = chooseSequenceCount(150, 20_000);
const RUNS_PER_VACUUM = 50;
const MAX_STEPS = 12;
const MAX_ROWS = 6;

/** A row of a batch. The numbers select one of the existing processes, reports and cards. */
interface RandomRow {
  process: number;
  report: number;
  card: number;
  good: number;
  scrap: number;
  isOfCard: boolean;
  isRework: boolean;
}

const arbitraryRows: fc.Arbitrary<RandomRow[]> = fc.array(
  fc.record({
    process: fc.constantFrom(0, 0, 1, 0, 1, 2),
    report: fc.nat(5),
    card: fc.constantFrom(0, 0, 1, 2),
    good: fc.constantFrom(0.5, 0.5, 1, 0.5, 1, 2, 4, 5),
    scrap: fc.constantFrom(0, 0, 1),
    isOfCard: fc.boolean(),
    isRework: fc.constantFrom(false, false, false, true),
  }),
  { minLength: 2, maxLength: MAX_ROWS },
);

/**
 * Returns the steps that run before a batch. They only report, because after other steps the batch could accept few
 * rows.
 */
function makeStepsBefore(command: Command, steps: readonly SequenceStep[]): SequenceStep[] {
  const reports = steps.filter(({ kind }) =>
    ['receive', 'start', 'finish', 'unfinished', 'record', 'reverse', 'startRework', 'recordRework'].includes(
      kind,
    ),
  );
  return command === 'finish' || command === 'unfinished'
    ? reports.map((step) =>
        step.kind === 'startRework' || step.kind === 'record'
          ? step
          : { ...step, kind: 'start', process: 0, quantity: 0.5 },
      )
    : reports;
}

const COMMANDS = ['receive', 'start', 'finish', 'unfinished', 'reverse'] as const;
type Command = (typeof COMMANDS)[number];

/**
 * Reads the reports of an order, to compare two ways of writing them. It leaves out the ids, because new reports get
 * different ids.
 */
const readReports = async (db: Db, factoryId: number, orderId: number): Promise<unknown[]> => {
  const reportRows =
    await sql`select r.kind, r.phase, r.is_rework, r.process_id, r.card_id, r.started_at, r.ended_at, r.seconds, r.received, r.started,
      r.good, r.scrap, r.rework, r.excess, r.reversed_at is not null as is_reversed, r.reverses_id is not null as reverses,
      (select array_agg((w.employee_id, w.ratio, w.seconds)::text) from work_report_people w
        where w.factory_id = r.factory_id and w.owner_id = r.id) as people,
      (select array_agg((m.card_id, m.good, m.scrap, m.rework)::text order by m.card_id) from card_movement m
        where m.factory_id = r.factory_id and m.report_id = r.id) as of_card,
      (select array_agg((e.from_account, e.to_account, e.quantity)::text order by e.id) from ledger_entry e
        where e.factory_id = r.factory_id and e.report_id = r.id) as entries,
      (select array_agg((c.process_id, c.from_state, c.to_state)::text order by c.id) from process_state_change c
        where c.factory_id = r.factory_id and c.report_id = r.id) as changes,
      (select count(*) from work_report_snapshot s where s.factory_id = r.factory_id and s.report_id = r.id) as snapshots
    from work_report r join process p on p.factory_id = r.factory_id and p.id = r.process_id
      join part t on t.factory_id = p.factory_id and t.id = p.part_id
    where r.factory_id = ${factoryId} and t.order_id = ${orderId} order by r.id`.execute(db);
  return reportRows.rows;
};

describeForEachDatabase(
  'a batch of reports',
  (database) => {
    let factory: TestFactory;
    let token: string;
    let order: SequenceOrder;
    beforeAll(async () => {
      factory = await createTestFactory(await database.open());
      token = (await factory.createPerson('Everybody', GRANTABLE_PERMISSION_CODES)).token;
      order = await createSequenceOrder(factory);
      const cards = createCardFloor(factory);
      const [card] = await cards.listCards(order.partIds[0]!);
      await cards.split(card!.id, 1);
    });

    const loadIds = async (db: Db) => {
      const reports = await sql<{
        id: number;
        isOpen: boolean;
        isReversed: boolean;
      }>`select r.id, r.ended_at is null as is_open,
        r.reversed_at is not null or r.reverses_id is not null as is_reversed from work_report r
      join process p on p.factory_id = r.factory_id and p.id = r.process_id
      where r.factory_id = ${factory.factoryId} and p.id = any(${order.processIds}::bigint[]) order by r.id`.execute(
        db,
      );
      const cards = await sql<{ id: number }>`select id from card
      where factory_id = ${factory.factoryId} and part_id = ${order.partIds[0]!} order by state = 'split', id`.execute(
        db,
      );
      return { reports: reports.rows, cardIds: cards.rows.map(({ id }) => id) };
    };
    const at = new Date(Date.now() - 240_000).toISOString();

    const makeFields = (
      command: Command,
      { process, report, card, good, scrap, isOfCard, isRework }: RandomRow,
      { reports, cardIds }: Awaited<ReturnType<typeof loadIds>>,
    ): Record<string, unknown> => {
      const processId = order.processIds[process]!;
      const cardId = isOfCard && process < 2 ? cardIds[card % cardIds.length] : null;
      const suitableReports = reports.filter(({ isOpen, isReversed }) =>
        command === 'reverse' ? !isReversed : isOpen && !isReversed,
      );
      const choice = suitableReports.length > 0 && report > 0 ? suitableReports : reports;
      const reportId = choice[report % Math.max(1, choice.length)]?.id ?? 1;
      if (command === 'receive') return { processId, quantity: good, cardId };
      if (command === 'start') return { processId, quantity: good, cardId, at, isRework };
      if (command === 'reverse') return { reportId, reason: 'tried' };
      return { reportId, good, scrap };
    };

    const readResult = async (caller: RolledBackCaller, outcomes: string[]) => ({
      outcomes,
      order: await readOrderContent(caller.db, factory.factoryId, order.id),
      reports: await readReports(caller.db, factory.factoryId, order.id),
      mismatches: (await checkLedgers({ ...factory.connection, db: caller.db }, factory.factoryId))
        .mismatches,
    });

    it(
      'decides and writes each row as single reports that are sent one after the other',
      async () => {
        const runRolledBack = await createRolledBackRunner(factory, token);
        const counts = { accepted: 0, refused: 0, mixed: 0 };
        let runCount = 0;
        const property = fc.asyncProperty(
          generateSequences(MAX_STEPS),
          fc.constantFrom(...COMMANDS),
          arbitraryRows,
          async (steps, command, randomRows) => {
            if (++runCount % RUNS_PER_VACUUM === 0) await factory.connection.pool.query('vacuum analyze');
            await runRolledBack(async (caller) => {
              const run = beginSequenceRun(caller, order, factory.factoryId);
              for (const step of makeStepsBefore(command, steps)) await run.runStep(step);
              const ids = await loadIds(caller.db);
              const rows = randomRows.map((row) => makeFields(command, row, ids));
              const path = `/mes/report/${command}`;
              const singleCallsResult = await caller.runAndRollBack(async () => {
                const outcomes: string[] = [];
                for (const row of rows)
                  outcomes.push(
                    await caller.call(path, row).then(
                      () => 'accepted',
                      (error: unknown) => caller.readRefusal(error) ?? String(error),
                    ),
                  );
                return readResult(caller, outcomes);
              });
              const chunkResult = await readResult(caller, await caller.runChunk(path, rows));
              expect(chunkResult).toEqual(singleCallsResult);
              expect(chunkResult.mismatches).toEqual([]);
              const acceptedCount = chunkResult.outcomes.filter((outcome) => outcome === 'accepted').length;
              counts.accepted += acceptedCount;
              counts.refused += rows.length - acceptedCount;
              if (acceptedCount > 0 && acceptedCount < rows.length) counts.mixed += 1;
            });
          },
        );
        await fc.assert(property, { numRuns: RUN_COUNT, seed: sequenceSeed });
        expectSequencesChecked('batches after sequences', database, RUN_COUNT);
        expectItemsChecked('accepted rows', counts.accepted);
        expectItemsChecked('refused rows', counts.refused);
        expectItemsChecked('batches with accepted and refused rows', counts.mixed);
      },
      isLong ? 12 * 3_600_000 : 600_000,
    );
  },
  'embedded',
);
