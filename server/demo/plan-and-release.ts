import type { ScheduleRun } from '#shared/answers/schedule.ts';
import type { DayPlan } from '#shared/answers/daily-plan.ts';
import type { DemoApiCall } from './demo-call.ts';

/** The error of a plan that could not be computed. */
class PlanFailedError extends Error {}

/**
 * Computes a plan of all open processes in the sequence of the present plan, and applies it.
 * @param waitForNextRead waits before the state of the plan is read again
 * @throws PlanFailedError if the plan cannot be computed
 */
export async function planAll(call: DemoApiCall, waitForNextRead: () => Promise<void>): Promise<void> {
  const { id } = await call<{ id: number }>('/mes/plan/schedule/compute', {
    keep: 'keepOrder',
    goal: 'tardiness',
    level: 'quickSearch',
  });
  for (;;) {
    const { state } = await call<ScheduleRun>('/mes/plan/schedule/status', { id });
    if (state === 'ready') break;
    if (state !== 'computing') throw new PlanFailedError(`The plan ${id} is ${state}`);
    await waitForNextRead();
  }
  await call('/mes/plan/schedule/apply', { id });
}

/**
 * Releases the plan of a day if it has lines and is not released yet.
 * @param mayReleaseAgain whether a released plan that has changed is released again
 * @returns the plan of the day, as it was before the release
 */
export async function releaseDay(call: DemoApiCall, day: string, mayReleaseAgain: boolean): Promise<DayPlan> {
  const plan = await call<DayPlan>('/mes/plan/day', { day });
  if (plan.release === null ? plan.lines.length > 0 : mayReleaseAgain && plan.changeCount > 0)
    await call('/mes/plan/day/release', { day, number: plan.lastNumber });
  return plan;
}
