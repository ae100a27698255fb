import { expect, test } from 'vitest';
import { plan } from '#shared/planning/engine/plan.ts';
import { PlanAbandoned } from '#shared/planning/engine/proposal.ts';
import { checkPlan } from '#tests/support/check-plan.ts';
import { makePlant } from '#tests/support/made-plant.ts';

const inputs = Array.from({ length: 100 }, (_, seed) => makePlant(seed));

test('a cancelled search tries no further plan, and answers with a plan that has no fault', () => {
  let cancelledCount = 0;
  for (const input of inputs) {
    let reads = 0;
    const cancelled = (): boolean => ++reads >= 3;
    const proposal = plan(input, { seed: 7, passes: 1000, cancelled });
    if (proposal.stoppedBy === 'bestPossible') continue;
    expect(checkPlan(input, proposal)).toEqual([]);
    expect({ stoppedBy: proposal.stoppedBy, reads }).toEqual({ stoppedBy: 'cancelled', reads: 3 });
    expect(proposal.passes).toBeLessThanOrEqual(4);
    cancelledCount++;
  }
  expect(cancelledCount).toBeGreaterThan(50);
});

test('a run can be abandoned at each look, also while it compiles the input and writes the proposal', () => {
  const input = inputs.find(({ tasks }) => tasks.length > 20)!;
  let looks = 0;
  plan(input, { seed: 7, passes: 3, abandoned: () => ++looks < 0 });
  expect(looks).toBeGreaterThan(20);
  for (let last = 1; last <= looks; last++) {
    let seen = 0;
    const run = { seed: 7, passes: 3, abandoned: () => ++seen >= last };
    expect(() => plan(input, run)).toThrow(PlanAbandoned);
    expect(seen).toBe(last);
  }
});
