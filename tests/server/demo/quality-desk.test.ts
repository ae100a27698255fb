import { expect, test } from 'vitest';
import type { SimulatorClock } from '#server/demo/simulator/clock.ts';
import type { Crew } from '#server/demo/simulator/crew.ts';
import type { FactoryCopy } from '#server/demo/simulator/factory.ts';
import { QualityDesk } from '#server/demo/simulator/quality-desk.ts';
import type { RandomGenerator } from '#server/demo/simulator/random.ts';

const NIGHT_AND_DAY = [false, true];
const people = NIGHT_AND_DAY.map((isNight, index) => ({
  ...{ id: index + 1, code: `H${index}`, isHead: true, isNight, group: 'TURN', groupId: 1 },
}));
const round = {
  ...{ id: 9, isOpen: true, documentHash: 'x', signatures: [] },
  signers: people.map(({ id }) => ({ employeeId: id })),
};

/**
 * Runs one round of the desk.
 * @returns the calls that write: the path after `/mes/quality/`, and the fields
 */
async function workOnce(state: 'finished' | 'tracingCountersign', discovererId: number | null) {
  const calls: [string, unknown][] = [];
  const answers: Record<string, unknown> = {
    overview: { waitingForMe: [] },
    'exception/page': { rows: [{ id: 5 }] },
    detail: { id: 5, rounds: [round], discovererId, raisedById: 8 },
    sign: { state },
    'punish/page': { rows: [{ id: 7, version: 1, kind: 'reward' }] },
  };
  let waitCount = 0;
  const desk = new QualityDesk({
    factory: { masterData: { people } } as unknown as FactoryCopy,
    crew: {
      callAs: async (_code: string, _place: string, path: string, fields: unknown, writes = true) => {
        const verb = path.replace('/mes/quality/', '');
        if (writes) calls.push([verb, fields]);
        return verb === 'punish/approve' ? null : (answers[verb] ?? {});
      },
    } as unknown as Crew,
    clock: {
      toRealMs: () => 0,
      passMs: async () => {
        waitCount += 1;
        if (waitCount > 1) throw new Error('Stopped');
      },
    } as unknown as SimulatorClock,
    // Everything happens that is at least as probable as a reward.
    random: {
      pickBoolean: (probability: number) => probability >= 0.25,
      pickBetween: () => 2,
      pickOne: <T>(values: readonly T[]) => values[0],
    } as unknown as RandomGenerator,
    zone: 'Asia/Shanghai',
  });
  await expect(desk.run()).rejects.toThrow('Stopped');
  return calls;
}

test('the simulated engineer rewards whoever discovered an exception, also if another person raised it, once it is finished', async () => {
  expect((await workOnce('finished', 2)).find(([verb]) => verb === 'punish/reward')).toMatchObject([
    'punish/reward',
    { exceptionId: 5, employeeId: 2, amount: 20 },
  ]);
  for (const calls of [await workOnce('tracingCountersign', 2), await workOnce('finished', null)])
    expect(calls.map(([verb]) => verb)).not.toContain('punish/reward');
});

test('the simulated engineer proposes no reward for a discoverer who is not a worker, such as the engineer', async () => {
  const ENGINEER_ID = 99;
  expect((await workOnce('finished', ENGINEER_ID)).map(([verb]) => verb)).not.toContain('punish/reward');
});

test('the simulated engineer refuses a reward with a reason for rewards', async () => {
  const refusal = (await workOnce('finished', 2)).find(([verb]) => verb === 'punish/refuse');
  expect(refusal).toMatchObject(['punish/refuse', { id: 7, reason: '属于日常自检' }]);
});
