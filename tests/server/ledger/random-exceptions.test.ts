import { beforeAll, expect, it } from 'vitest';
import { HOLD_SOURCES } from '#shared/ledger/quality.ts';
import { QUALITY_STATES, type QualityState } from '#shared/machines/quality-exception.ts';
import { createRandomGenerator } from '#shared/kernel/random.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { findWrongExceptions } from '#tests/support/exception-check.ts';
import { createExceptionWalk, readQuantities, type ExceptionWalk } from '#tests/support/exception-walk.ts';
import { createTestFactory, readRefusalCode, type TestFactory } from '#tests/support/floor.ts';
import { checkLedgers } from '#tests/support/ledger-check.ts';
import { createQualityFactory, type QualityFactory } from '#tests/support/quality-floor.ts';
import { chooseSequenceCount, sequenceSeed } from '#tests/support/sequence-settings.ts';

/** The number of random steps after the opening. */
const RANDOM_STEPS = 100;
const STEPS_PER_LEDGER_CHECK = 10;
const SEEDS = Array.from({ length: chooseSequenceCount(2, 100) }, (_, index) => sequenceSeed + index);

describeForEachDatabase('random exceptions among ordinary reports', (database) => {
  let factory: TestFactory;
  let quality: QualityFactory;

  beforeAll(async () => {
    await database.open();
  });

  /**
   * Begins a walk: random calls about one order. The walk has its own factory, so the totals of the factory are those
   * of the walk.
   */
  const beginWalk = async (): Promise<ExceptionWalk> => {
    factory = await createTestFactory(await database.open());
    quality = await createQualityFactory(factory);
    const { id } = await factory.createOrder(40, [
      { name: 'Turn', needsReceive: true },
      { name: 'Mill', leapfrogAllowed: true },
      { name: 'Grind', leapfrogAllowed: true, overReportTolerance: 10 },
    ]);
    return createExceptionWalk(factory, quality, id);
  };

  /**
   * Returns a function that runs a step of a walk, and then checks everything.
   * @param place names the walk in a failure
   */
  const createStepper = (walk: ExceptionWalk, place: string) => {
    let stepCount = 0;
    return async (name: string, run: () => Promise<unknown>): Promise<string> => {
      stepCount += 1;
      const step = `${place}, step ${stepCount}: ${name}`;
      const before = await readQuantities(walk);
      const code = await readRefusalCode(run()).catch((error: Error) => {
        // Nothing can be signed in an exception without a round.
        expect(error.message, step).toBe('The exception has no round');
        return 'nothingToSign';
      });
      expect(code, step).not.toBe('internal');
      if (code !== 'accepted') expect(await readQuantities(walk), `${step} ${code}`).toBe(before);
      const { total, supplied, hold, heldByExceptions, smallestQuantity } = await walk.readTotals();
      expect([total, hold, smallestQuantity], `${step} ${before}`).toEqual([
        supplied,
        heldByExceptions,
        smallestQuantity < 0 ? 0 : smallestQuantity,
      ]);
      expect(await findWrongExceptions(factory, walk.exceptions), step).toEqual([]);
      if (stepCount % STEPS_PER_LEDGER_CHECK === 0) {
        const { connection, factoryId } = factory;
        expect((await checkLedgers(connection, factoryId)).mismatches, step).toEqual([]);
      }
      return code;
    };
  };

  /** Runs each kind of step once, so that every run of the test reaches all of them. */
  const playOpening = async (walk: ExceptionWalk, step: ReturnType<typeof createStepper>) => {
    const accept = async (name: string, run: () => Promise<unknown>) =>
      expect([name, await step(name, run)]).toEqual([name, 'accepted']);
    const refuse = async (name: string, code: string, run: () => Promise<unknown>) =>
      expect([name, await step(name, run)]).toEqual([name, code]);
    const [turning, milling] = await walk.readProcesses();
    await accept('receive', () => walk.receive(turning!.processId, 14));
    await accept('report', () => walk.report(turning!.processId, 12, 1));
    await accept('report', () => walk.report(milling!.processId, 4));

    const cancelledException = { id: 0 };
    for (const isDetermined of [false, true]) {
      const quantities = await readQuantities(walk);
      await accept('raise', async () =>
        Object.assign(cancelledException, await walk.raise(turning!.processId, 'good', 2)),
      );
      if (isDetermined)
        await accept('determine', () =>
          walk.determine(cancelledException, { rework: 1, concession: 0, scrap: 1 }),
        );
      await accept('cancel', () => walk.cancel(cancelledException));
      expect(await readQuantities(walk), 'a cancelled exception leaves no trace').toBe(quantities);
      await refuse('cancel again', 'qualityState', () => walk.cancel(cancelledException));
    }

    const exception = { id: 0 };
    await accept('raise', async () =>
      Object.assign(exception, await walk.raise(turning!.processId, 'good', 4)),
    );
    await accept('determine', () => walk.determine(exception, { rework: 0, concession: 0, scrap: 4 }));
    await accept('reject', () => walk.reject(exception));
    await accept('determine', () => walk.determine(exception, { rework: 2, concession: 1, scrap: 1 }));
    await refuse('sign the first round', 'signedDocumentChanged', () => walk.signOldRound(exception));
    await accept('sign', () => walk.sign(exception));
    await refuse('sign again', 'qualityState', () => walk.sign(exception));
    await refuse('cancel what is posted', 'exceptionPosted', () => walk.cancel(exception));
    expect((await walk.readProcesses())[0]).toMatchObject({
      ...{ good: 8, reworkOpen: 2, concession: 1, scrap: 2, hold: 0 },
    });

    let reworkId = 0;
    await accept('start rework', async () => {
      reworkId = await walk.startRework(turning!.processId, 2);
    });
    await accept('finish rework', () => walk.finishRework(reworkId, { good: 1, scrap: 1, rework: 0 }));
    expect((await walk.readProcesses())[0]).toMatchObject({ good: 9, reworkOpen: 0, inRework: 0, scrap: 3 });
    await accept('reverse rework', () => walk.reverse(reworkId));
    expect((await walk.readProcesses())[0]).toMatchObject({ good: 8, reworkOpen: 2, inRework: 0, scrap: 2 });

    await accept('trace', () => walk.trace(exception));
    await accept('reject the tracing', () => walk.reject(exception));
    await accept('trace', () => walk.trace(exception));
    await accept('sign the tracing', () => walk.sign(exception));
    await refuse('sign the tracing again', 'qualityState', () => walk.sign(exception));
    await accept('change the penalty', () => walk.changePenalty(exception, 30));
    await accept('approve the penalty', () => walk.decidePenalty(exception, 'approve'));
    await refuse('refuse the posted penalty', 'penaltyState', () => walk.decidePenalty(exception, 'refuse'));
  };

  it.each(SEEDS)(
    'conserve every piece, never hold less than nothing, post once, and leave no trace when cancelled (seed %i)',
    async (seed) => {
      const random = createRandomGenerator(seed);
      const pickItem = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
      const pickNumber = (max: number) => Math.floor(random() * (max + 1));
      const walk = await beginWalk();
      const step = createStepper(walk, `seed ${seed}`);
      await playOpening(walk, step);

      /** Picks an exception, mostly one in a state that allows the step. */
      const pickException = async (...states: readonly QualityState[]): Promise<{ id: number }> =>
        pickItem(await walk.listInState(...(random() < 0.8 ? states : QUALITY_STATES))) ??
        pickItem([...walk.exceptions.values()]);
      const splitPieces = (quantity: number) => {
        const first = pickNumber(quantity);
        const second = pickNumber(quantity - first);
        return [first, second, quantity - first - second] as const;
      };
      const steps = {
        report: async () => {
          const { processId, needsReceive, machinable } = pickItem(await walk.readProcesses());
          return needsReceive && machinable === 0
            ? walk.receive(processId, 1 + pickNumber(5))
            : walk.report(processId, 1 + pickNumber(3), random() < 0.3 ? 1 : 0);
        },
        raise: async () => {
          const processes = await walk.readProcesses();
          const holdableBuckets = HOLD_SOURCES.flatMap((source) =>
            processes
              .filter((process) => source !== 'hold' && process[source] > 0)
              .map((process) => ({ source, process })),
          );
          const { source, process } = pickItem(holdableBuckets);
          return walk.raise(process.processId, source, 1 + pickNumber(2));
        },
        determine: async () => {
          const exception = await pickException('waitingForInitiation', 'remediesRejected');
          const [rework, concession, scrap] = splitPieces((await quality.read(exception)).quantity);
          return walk.determine(exception, { rework, concession, scrap });
        },
        sign: async () => walk.sign(await pickException('remediesInCountersign', 'tracingCountersign')),
        reject: async () => walk.reject(await pickException('remediesInCountersign', 'tracingCountersign')),
        signOldRound: async () => walk.signOldRound(await pickException('remediesInCountersign')),
        trace: async () => walk.trace(await pickException('tracingCountersign')),
        cancel: async () => walk.cancel(await pickException('waitingForInitiation', 'remediesRejected')),
        startRework: async () => {
          const processes = await walk.readProcesses();
          const { processId } =
            pickItem(processes.filter(({ reworkOpen }) => reworkOpen > 0)) ?? pickItem(processes);
          return walk.startRework(processId, 1 + pickNumber(1));
        },
        finishRework: async () => {
          const { reportId, quantity } = pickItem(walk.runningReworks) ?? { reportId: 1, quantity: 1 };
          const [good, scrap, rework] = splitPieces(quantity);
          return walk.finishRework(reportId, { good, scrap, rework });
        },
        reverse: () => walk.reverse(pickItem(walk.reportIds)),
        decidePenalty: async () =>
          walk.decidePenalty(await pickException('finished'), pickItem(['approve', 'refuse'])),
      };
      // These steps come more often than the other ones, so that some exceptions get through all their states.
      const names = [
        ...(Object.keys(steps) as (keyof typeof steps)[]),
        ...(['raise', 'determine', 'determine', 'sign', 'sign', 'sign'] as const),
      ];
      for (let count = 0; count < RANDOM_STEPS; count++) {
        const name = pickItem(names);
        await step(name, steps[name]);
      }
      const { connection, factoryId } = factory;
      expect((await checkLedgers(connection, factoryId)).mismatches, `seed ${seed}`).toEqual([]);
    },
  );
});
