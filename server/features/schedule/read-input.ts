import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { PlanInput } from '#shared/planning/engine/types.ts';
import type { Db } from '../../db/database.ts';
import { readPlanInput, readSnapshot } from '../../planning/schedule/read-plan-input.ts';
import { readScheduleSetting } from '../../planning/schedule/read-setting.ts';

/**
 * Reads the input of the planner as it is now. With it, a page shows what would change while somebody drags
 * an appointment. The page runs the planning engine itself, because it needs many results per second.
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
