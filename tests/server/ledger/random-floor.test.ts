import { beforeAll, expect, it } from 'vitest';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { getIsoTimeAgo, createTestFactory, readRefusalCode, type TestFactory } from '#tests/support/floor.ts';
import { checkLedgers } from '#tests/support/ledger-check.ts';
import { createRandomGenerator } from '#shared/kernel/random.ts';

const MIN_STEPS = 150;
/**
 * The maximum number of steps of a random walk. After MIN_STEPS steps the walk goes on only until
 * MIN_ACCEPTED_STEP_KINDS kinds of steps have been accepted.
 */
const MAX_STEPS = 1500;
const MIN_ACCEPTED_STEP_KINDS = 4;
const STEPS_PER_CHECK = 30;

describeForEachDatabase('a factory with random steps', (database) => {
  let factory: TestFactory;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
  });

  it('accepts or refuses each step without an internal error, and never breaks a ledger', async () => {
    const seed = Number(process.env['MES_TEST_SEED'] ?? Math.floor(Math.random() * 1_000_000));
    const random = createRandomGenerator(seed);
    const pickItem = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
    const { call } = factory;

    const order = await factory.createOrder(6, ['Assembly', 'Test']);
    for (const [code, quantityPer] of [
      ['A', 1],
      ['B', 2],
    ] as const) {
      const part = await call<{ id: number }>('/mes/order/part/save', {
        orderId: order.id,
        parentId: order.partId,
        code,
        name: code,
        quantity: 6 * quantityPer,
        quantityPer,
      });
      for (const [index, needsReceive] of [true, false].entries()) {
        const craft = await call<{ id: number }>('/mes/system/basic/crafts/save', {
          code: `${code}${index}`,
          name: `${code}${index}`,
          needsReceive,
          leapfrogAllowed: index === 1,
          overReportTolerance: 10,
        });
        await call('/mes/process/save', { partId: part.id, seq: index + 1, craftId: craft.id });
      }
    }
    const reportIds: number[] = [];
    const acceptedStepKinds = new Set<string>();
    const shouldContinue = (step: number) =>
      step <= MIN_STEPS || (step <= MAX_STEPS && acceptedStepKinds.size < MIN_ACCEPTED_STEP_KINDS);
    for (let step = 1; shouldContinue(step); step++) {
      const rows = await call<ProcessProgress[]>('/mes/process/progress', { orderId: order.id });
      const process = pickItem(rows);
      const quantity = Math.round(random() * 6 * 10) / 10;
      const stepKind = pickItem([
        'receive',
        'start',
        'start',
        'finish',
        'finish',
        'unfinished',
        'reverse',
        'suspend',
        'resume',
      ]);
      const reportId = pickItem(reportIds) ?? 1;
      const runStep = async () => {
        if (stepKind === 'receive')
          return call<{ reportId: number }>('/mes/report/receive', {
            processId: process.processId,
            quantity,
          });
        if (stepKind === 'start') {
          const { employeeId } = await factory.createPerson('Somebody', []);
          const people = [{ employeeId }];
          return call<{ reportId: number }>('/mes/report/start', {
            processId: process.processId,
            quantity,
            people,
            at: getIsoTimeAgo(9),
          });
        }
        if (stepKind === 'suspend')
          return call('/mes/process/suspend', {
            processId: process.processId,
            reason: 'tried',
            seenReportIds: process.open.map((openReport) => openReport.reportId),
          });
        if (stepKind === 'resume') return call('/mes/process/resume', { processId: process.processId });
        if (stepKind === 'reverse') return call('/mes/report/reverse', { reportId, reason: 'tried' });
        return call(`/mes/report/${stepKind}`, {
          reportId,
          good: quantity,
          scrap: random() < 0.3 ? 1 : 0,
          rework: random() < 0.2 ? 0.5 : 0,
        });
      };
      const outcome = await readRefusalCode(
        runStep().then((answer: { reportId?: number } | undefined) => {
          if (answer?.reportId) reportIds.push(answer.reportId);
        }),
      );
      expect(outcome, `seed ${seed}, step ${step}: ${stepKind}`).not.toBe('internal');
      if (outcome === 'accepted') acceptedStepKinds.add(stepKind);
      if (step % STEPS_PER_CHECK === 0) {
        expect(
          (await checkLedgers(factory.connection, factory.factoryId)).mismatches,
          `seed ${seed}, step ${step}`,
        ).toEqual([]);
      }
    }
    expect(acceptedStepKinds.size, `seed ${seed}`).toBeGreaterThanOrEqual(MIN_ACCEPTED_STEP_KINDS);
  });
});
