import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { Entity } from '#shared/entities/index.ts';
import { checkCards } from '#tests/support/card-check.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import {
  createTestFactory,
  RefusedCallError,
  type CallFunction,
  type CreatedOrder,
  type TestFactory,
} from '#tests/support/floor.ts';
import { checkLedgers } from '#tests/support/ledger-check.ts';
import { openSecondNode } from '#tests/support/second-node.ts';
import {
  chooseSequenceCount,
  expectSequencesChecked,
  isLong,
  sequenceSeed,
} from '#tests/support/sequence-settings.ts';

const SEQUENCES = chooseSequenceCount(20, 1000);
const WRITER_COUNT = 2;
const TIMEOUT_MS = isLong ? 3_600_000 : 600_000;

const STEP_KINDS = [
  'split',
  'split',
  'unpack',
  'combine',
  'combine',
  'report',
  'report',
  'report',
  'reportWithoutCard',
  'reverse',
  'changePart',
] as const;

/**
 * A step of a random sequence. The numbers `card`, `process` and `report` select one of the rows that exist when the
 * step runs.
 */
interface CardStep {
  kind: (typeof STEP_KINDS)[number];
  card: number;
  process: number;
  report: number;
  quantity: number;
  scrap: number;
}

const sequences: fc.Arbitrary<CardStep[]> = fc.array(
  fc.record({
    kind: fc.constantFrom(...STEP_KINDS),
    card: fc.nat(5),
    process: fc.constantFrom(0, 0, 0, 1),
    report: fc.nat(5),
    quantity: fc.constantFrom(3, 1, 2, 0.5, 5),
    scrap: fc.constantFrom(0, 0, 0, 1),
  }),
  { minLength: 1, maxLength: isLong ? 14 : 9, size: 'max' },
);

const makeStep = (kind: CardStep['kind'], quantity = 1): CardStep => ({
  kind,
  card: 0,
  process: 0,
  report: 0,
  quantity,
  scrap: 0,
});

/** Sequences that always run, because a few random sequences may contain no accepted step of a rare kind. */
const FIXED_SEQUENCES: CardStep[][] = [
  [makeStep('reportWithoutCard'), makeStep('reverse'), makeStep('changePart', 5)],
  [makeStep('split', 3), makeStep('combine'), makeStep('unpack')],
  [makeStep('report'), makeStep('reverse')],
];

const pickItem = <T>(values: readonly T[], index: number): T | undefined => values[index % values.length];

describeForEachDatabase('random changes of cards', (database) => {
  let factory: TestFactory;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
  });

  const callOnSecondNode = openSecondNode(database, () => factory);

  const listCards = async (call: CallFunction, { partId }: CreatedOrder) =>
    (
      await call<{ rows: Entity<'card'>[] }>('/mes/process/card/page', {
        filter: JSON.stringify({ partId }),
        sort: 'id',
      })
    ).rows.filter(({ state }) => state !== 'split' && state !== 'combined');

  /** Runs a step. @returns whether it was accepted */
  async function runStep(
    call: CallFunction,
    order: CreatedOrder,
    reportIds: number[],
    step: CardStep,
  ): Promise<boolean> {
    const cards = await listCards(call, order);
    const card = pickItem(cards, step.card)!;
    const cardVersion = { cardId: card.id, version: card.version };
    const processId = order.processIds[step.process];
    const recordWork = async (cardId: number | null) => {
      const { quantity: good, scrap } = step;
      const answer = await call<{ reportId: number }>('/mes/report/record', {
        processId,
        cardId,
        good,
        scrap,
        minutes: 1,
      });
      reportIds.push(answer.reportId);
    };
    const run: Record<CardStep['kind'], () => Promise<unknown>> = {
      split: () => call('/mes/process/card/split', { ...cardVersion, quantity: step.quantity }),
      unpack: () => call('/mes/process/card/unpack', { ...cardVersion, count: 2 }),
      combine: () => {
        const other = pickItem(cards, step.card + 1)!;
        return call('/mes/process/card/combine', {
          cards: [cardVersion, { cardId: other.id, version: other.version }],
        });
      },
      report: () => recordWork(card.id),
      reportWithoutCard: () => recordWork(null),
      reverse: () =>
        call('/mes/report/reverse', {
          reportId: pickItem(reportIds, step.report) ?? card.id,
          reason: 'tried',
        }),
      changePart: async () => {
        const { version } = await call<{ version: number }>('/mes/order/part/get', { id: order.partId });
        return call('/mes/order/part/save', { id: order.partId, version, quantity: 8 + step.quantity });
      },
    };
    try {
      await run[step.kind]();
      return true;
    } catch (error) {
      if (error instanceof RefusedCallError && error.code !== 'internal') return false;
      throw error;
    }
  }

  const foundMismatches = new Set<string>();
  /** Expects no mismatches except those of earlier sequences, so that a failing sequence can be shrunk. */
  async function expectNoNewMismatches(moment: string): Promise<void> {
    const { connection, factoryId } = factory;
    const mismatches = [
      ...(await checkCards(connection, factoryId)).mismatches,
      ...(await checkLedgers(connection, factoryId)).mismatches,
    ].filter((mismatch) => !foundMismatches.has(mismatch));
    for (const mismatch of mismatches) foundMismatches.add(mismatch);
    expect(mismatches, moment).toEqual([]);
  }

  const createOrder = () =>
    factory.createOrder(10, [
      { name: 'Turning', manMachineRatio: 0.01 },
      { name: 'Milling', manMachineRatio: 0.01 },
    ]);

  it(
    'keep the quantities of the cards equal to the part, and every piece in one card',
    async () => {
      const accepted = new Map<string, number>();
      await fc.assert(
        fc.asyncProperty(sequences, async (steps) => {
          const order = await createOrder();
          const reportIds: number[] = [];
          for (const step of steps) {
            if (await runStep(factory.call, order, reportIds, step))
              accepted.set(step.kind, (accepted.get(step.kind) ?? 0) + 1);
            expect((await checkCards(factory.connection, factory.factoryId)).mismatches).toEqual([]);
          }
          await expectNoNewMismatches('after the sequence');
        }),
        {
          numRuns: FIXED_SEQUENCES.length + SEQUENCES,
          seed: sequenceSeed,
          examples: FIXED_SEQUENCES.map((steps) => [steps]),
        },
      );
      expectSequencesChecked('sequences of cards', database, SEQUENCES);
      for (const kind of STEP_KINDS) expect(accepted.get(kind) ?? 0, kind).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );

  // The embedded database has one connection, so two calls cannot run at the same time.
  const itOnPostgres = database.kind === 'postgres' ? it : () => undefined;
  itOnPostgres(
    'of several writers do so too',
    async () => {
      const calls = [factory.call, callOnSecondNode];
      await fc.assert(
        fc.asyncProperty(
          fc.array(sequences, { minLength: WRITER_COUNT, maxLength: WRITER_COUNT }),
          async (sequencesOfWriters) => {
            const order = await createOrder();
            const reportIds: number[] = [];
            await Promise.all(
              sequencesOfWriters.map(async (steps, writer) => {
                for (const step of steps) await runStep(calls[writer]!, order, reportIds, step);
              }),
            );
            await expectNoNewMismatches('after the sequences of both writers');
          },
        ),
        { numRuns: SEQUENCES, seed: sequenceSeed },
      );
      expectSequencesChecked('sequences of cards by several writers', database, SEQUENCES);
    },
    TIMEOUT_MS,
  );
});
