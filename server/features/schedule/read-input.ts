import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { PlanInput } from '#shared/planning/engine/types.ts';
import type { Db } from '../../db/database.ts';
import { readPlanInput, readSnapshot } from '../../planning/schedule/read-plan-input.ts';
import { readScheduleSetting } from '../../planning/schedule/read-setting.ts';

/**
 * Reads what the planner would plan now, so that a page can try what an appointment changes while somebody drags it. The
 * page runs the engine itself, because it asks many times a second.
 */
export const readPlannerInput = (
  db: Db,
  user: Pick<CurrentUser, 'factoryId' | 'zone'>,
  horizonDays: number | null,
  at: Date,
): Promise<PlanInput> =>
  readSnapshot(db, async (snapshot) => {
    const days = horizonDays ?? (await readScheduleSetting(snapshot, user.factoryId)).horizonDays;
    const request = { keep: 'repairPlan', goal: 'tardiness', horizonDays: days, patches: [] } as const;
    return (await readPlanInput(snapshot, user, request, at)).input;
  });
