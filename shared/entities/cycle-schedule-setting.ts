import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, flag, lines, number, refs, text } from '#shared/kernel/fields.ts';
import { SCHEDULE_KEEPS } from '../answers/schedule.ts';

/** The criteria by which cycle scheduling ranks orders that need the same capacity on the same day. */
const SCHEDULING_RULES = ['byDeadlineClass', 'byDueDate', 'byPriority', 'byAge'] as const;

/** The settings of cycle scheduling, at most one row per factory. */
export const cycleScheduleSetting = defineEntity({
  name: 'cycleScheduleSetting',
  path: '/mes/system/basic/cycleScheduleSetting',
  permission: 'SYSTEM_BASIC_CYCLE_SCHEDULE_SETTING',
  shownAs: 'id',
  sort: 'id',
  topic: 'plan',
  verbs: ['page', 'get', 'save'],
  fields: {
    horizonDays: number({ unit: 'days', min: 1, max: 730, decimals: 0, initial: 60 }),
    /** For how many days from today a new schedule keeps the previous schedule. */
    frozenDays: number({ unit: 'days', min: 0, max: 90, decimals: 0, initial: 2 }),
    defaultTransferMinutes: number({ unit: 'minutes', min: 0, max: 10_080, decimals: 0, initial: 0 }),
    /** Work counts as started in time if it starts at most this much earlier or later than planned. */
    adherenceMinutes: number({ unit: 'minutes', required: true, min: 0, max: 480, decimals: 0, initial: 30 }),
    /** Whether the customer of an order also gets a notice when the order becomes late by the applied plan. */
    tellsCustomers: flag(),
    /**
     * The time of day, 'HH:mm', at which the server requests a plan every night; empty if it requests none.
     */
    replanAt: text({ max: 5 }),
    /** Whether the server requests a plan when a machine of the applied plan breaks down. */
    replansAfterBreakdown: flag(),
    /** What the plans that the server requests keep of the present plan. */
    replanKeep: choice(SCHEDULE_KEEPS, { required: true, initial: 'keepOrder' }),
    /** Whether the server itself applies the plans that it requests. Otherwise these plans are proposals. */
    appliesReplan: flag(),
    /**
     * Whether the schedule may use the maximum capacity if the normal capacity does not suffice.
     */
    overtimeAllowed: flag(),
    /** The work groups to schedule. An empty list means all. */
    workGroupIds: refs('workGroup', { label: 'scheduledGroups' }),
    /**
     * The rules in order of priority. A rule counts only if the rules before it rank two orders
     * equally.
     */
    rules: lines(
      { rule: choice(SCHEDULING_RULES, { required: true, label: 'schedulingRule' }) },
      { max: SCHEDULING_RULES.length, label: 'orderOfRules' },
    ),
  },
});
