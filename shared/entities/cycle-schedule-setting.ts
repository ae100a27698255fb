import { defineEntity } from '#shared/kernel/entity.ts';
import { choice, flag, lines, number, refs } from '#shared/kernel/fields.ts';

/** What puts one order before another when both want the same day. */
const SCHEDULING_RULES = ['byDeadlineClass', 'byDueDate', 'byPriority', 'byAge'] as const;

/** How cycle scheduling goes about it in this factory. There is one. */
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
    /** Nothing is moved within these days from today. */
    frozenDays: number({ unit: 'days', min: 0, max: 90, decimals: 0, initial: 2 }),
    defaultTransferMinutes: number({ unit: 'minutes', min: 0, max: 10_080, decimals: 0, initial: 0 }),
    direction: choice(['forwards', 'backwards'], { initial: 'forwards', label: 'scheduleDirection' }),
    /** Where the normal capacity does not do, up to the maximum. */
    overtimeAllowed: flag(),
    /** None named: all of them. */
    workGroupIds: refs('workGroup', { label: 'scheduledGroups' }),
    /** The first decides; the next where it leaves two orders equal. */
    rules: lines(
      { rule: choice(SCHEDULING_RULES, { required: true, label: 'schedulingRule' }) },
      { max: SCHEDULING_RULES.length, label: 'orderOfRules' },
    ),
  },
});
