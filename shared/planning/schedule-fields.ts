import { SCENARIO_KINDS, SCHEDULE_GOALS, SCHEDULE_KEEPS, SCHEDULE_LEVELS } from '#shared/answers/schedule.ts';
import { choice, date, lines, moment, number, ref, text } from '#shared/kernel/fields.ts';

/** The fields of the calls of cycle scheduling. */
export const SCHEDULE_FIELDS = {
  orderId: ref('workOrder', { required: true, label: 'workOrder' }),
  /** A due date that the person is entering, instead of the due date of the order. */
  dueDate: date(),
  /** The name of a scenario. */
  name: text({ max: 60 }),
  /** What a scenario changes. */
  patches: lines(
    {
      kind: choice(SCENARIO_KINDS, { required: true, label: 'scenarioChange' }),
      orderId: ref('workOrder', { label: 'workOrder' }),
      dueDate: date(),
      workGroupId: ref('workGroup'),
      deviceId: ref('device'),
      hours: number({ min: 0.25, max: 16, unit: 'hoursPerDay', label: 'overtimeHours' }),
      from: moment({ label: 'rangeFrom' }),
      until: moment({ label: 'rangeTo' }),
    },
    { max: 50, label: 'scenarioChanges' },
  ),
  /** The id of a computed proposal. */
  id: number({
    required: true,
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    decimals: 0,
    label: 'scheduleRun',
  }),
  /**
   * The proposal with which the proposal `id` is compared. Null compares `id` with the plan that was applied when `id`
   * was computed.
   */
  otherId: number({ min: 1, max: Number.MAX_SAFE_INTEGER, decimals: 0, label: 'scheduleRun' }),
  keep: choice(SCHEDULE_KEEPS, { required: true, label: 'scheduleKeep' }),
  goal: choice(SCHEDULE_GOALS, { initial: 'tardiness', label: 'scheduleGoal' }),
  level: choice(SCHEDULE_LEVELS, { initial: 'quickSearch', label: 'scheduleLevel' }),
  /** How many days the plan covers. If the field is empty, the setting of cycle scheduling applies. */
  horizonDays: number({ unit: 'days', min: 1, max: 730, decimals: 0 }),
} as const;
