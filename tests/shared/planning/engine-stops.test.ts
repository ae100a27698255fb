import { expect, test } from 'vitest';
import { plan } from '#shared/planning/engine/plan.ts';
import { PlanAbandoned } from '#shared/planning/engine/proposal.ts';
import { checkPlan } from '#tests/support/check-plan.ts';
import { makePlant } from '#tests/support/made-plant.ts';

const inputs = Array.from({ length: 100 }, (_, seed) => makePlant(seed));

test('a cancelled search tries no further plan, and answers with a plan that has no fault', () => {
  let cancelledCount = 0;
  for (const input of inputs) {
    let readCount = 0;
    const isCancelled = (): boolean => ++readCount >= 3;
    const proposal = plan(input, { seed: 7, passes: 1000, isCancelled });
    if (proposal.stoppedBy === 'bestPossible') continue;
    expect(checkPlan(input, proposal)).toEqual([]);
    expect({ stoppedBy: proposal.stoppedBy, readCount }).toEqual({ stoppedBy: 'cancelled', readCount: 3 });
    expect(proposal.passes).toBeLessThanOrEqual(4);
    cancelledCount++;
  }
  expect(cancelledCount).toBeGreaterThan(50);
});

test('a run can be abandoned at each check, also while it compiles the input and writes the proposal', () => {
  const input = inputs.find(({ tasks }) => tasks.length > 20)!;
  let checkCount = 0;
  plan(input, { seed: 7, passes: 3, isAbandoned: () => ++checkCount < 0 });
  expect(checkCount).toBeGreaterThan(20);
  for (let lastCheck = 1; lastCheck <= checkCount; lastCheck++) {
    let checkedCount = 0;
    const run = { seed: 7, passes: 3, isAbandoned: () => ++checkedCount >= lastCheck };
    expect(() => plan(input, run)).toThrow(PlanAbandoned);
    expect(checkedCount).toBe(lastCheck);
  }
});
