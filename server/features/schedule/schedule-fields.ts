import { SCHEDULE_GOALS, SCHEDULE_KEEPS, SCHEDULE_LEVELS } from '#shared/answers/schedule.ts';
import { choice, number } from '#shared/kernel/fields.ts';

/** The fields of the calls of cycle scheduling. */
export const SCHEDULE_FIELDS = {
  /** The id of a computed proposal. */
  id: number({
    required: true,
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    decimals: 0,
    label: 'scheduleRun',
  }),
  keep: choice(SCHEDULE_KEEPS, { required: true, label: 'scheduleKeep' }),
  goal: choice(SCHEDULE_GOALS, { initial: 'tardiness', label: 'scheduleGoal' }),
  level: choice(SCHEDULE_LEVELS, { initial: 'quickSearch', label: 'scheduleLevel' }),
  /** Without it, the horizon of the setting of cycle scheduling. */
  horizonDays: number({ unit: 'days', min: 1, max: 730, decimals: 0 }),
} as const;
