import { MAX_DAYS_AHEAD } from '#shared/answers/daily-plan.ts';
import { makeError } from '#shared/kernel/errors.ts';
import { date, number, ref, text } from '#shared/kernel/fields.ts';
import { PRODUCTION_PERMISSION } from '#shared/kernel/permissions.ts';
import { addDays, countDays } from '#shared/rules/days.ts';
import { toLocalDay } from '#shared/rules/wall-clock.ts';
import { defineCommand, defineQuery, type Route } from '../../../call/route.ts';
import { getDatabaseTime, getToday } from '../../../db/clock.ts';
import type { Db } from '../../../db/database.ts';
import { readAdherence } from '../../../planning/daily-plan/read-adherence.ts';
import { listPlanNotices, markPlanNoticeRead } from './plan-notices.ts';
import { listSkippedLines } from './list-skipped-lines.ts';
import { readDayPlan } from './read-day.ts';
import { releaseDay, withdrawDay } from './release-day.ts';

const MAX_ADHERENCE_DAYS = 92;

const RELEASE_FIELDS = {
  day: date({ required: true, label: 'planDay' }),
  number: number({ required: true, min: 0, max: 100_000, decimals: 0, label: 'releaseNumber' }),
} as const;

/** Refuses a day that is too far ahead to be planned. @throws fieldsInvalid */
function refuseFarDay(db: Db, day: string, zone: string): void {
  if (day > addDays(getToday(db, zone), MAX_DAYS_AHEAD))
    throw makeError('fieldsInvalid', {}, { day: { reason: 'notADate' } });
}

/** Routes of the plan of a day: its lines, its release, its notices, and what terminals ask about it. */
export const dailyPlanRoutes: Route[] = [
  defineQuery({
    path: '/mes/plan/day',
    permission: PRODUCTION_PERMISSION,
    input: {
      day: RELEASE_FIELDS.day,
      workGroupId: ref('workGroup'),
      deviceId: ref('device'),
      employeeId: ref('employee'),
      shift: text({ max: 40, label: 'shift' }),
    },
    run: ({ db, user, input: { day, ...filter } }) => {
      refuseFarDay(db, day, user.zone);
      return readDayPlan(db, user, day, filter);
    },
  }),
  defineCommand({
    path: '/mes/plan/day/release',
    permission: 'WORK_PLAN_MODIFY',
    input: RELEASE_FIELDS,
    run: ({ tx, user, input }) => releaseDay(tx, user, input),
  }),
  defineCommand({
    path: '/mes/plan/day/withdraw',
    permission: 'WORK_PLAN_MODIFY',
    input: RELEASE_FIELDS,
    run: ({ tx, user, input }) => withdrawDay(tx, toLocalDay(user.zone, Date.parse(tx.now)), input),
  }),
  defineQuery({
    path: '/mes/plan/day/adherence',
    permission: PRODUCTION_PERMISSION,
    input: {
      from: date({ required: true, label: 'rangeFrom' }),
      to: date({ required: true, label: 'rangeTo' }),
    },
    run: async ({ db, user, input }) => {
      if (input.from > input.to) throw makeError('startAfterEnd', {}, { to: { reason: 'notADate' } });
      if (countDays(input) > MAX_ADHERENCE_DAYS)
        throw makeError('periodTooLong', { days: MAX_ADHERENCE_DAYS }, { from: { reason: 'notADate' } });
      return { rows: await readAdherence(db, user, input, getDatabaseTime(db).getTime()) };
    },
  }),
  defineQuery({
    path: '/mes/plan/day/notices',
    permission: PRODUCTION_PERMISSION,
    allowsTerminals: true,
    input: {},
    run: async ({ db, user }) => ({ rows: await listPlanNotices(db, user) }),
  }),
  defineCommand({
    path: '/mes/plan/day/notices/read',
    permission: PRODUCTION_PERMISSION,
    allowsTerminals: true,
    input: { planId: number({ required: true, min: 1, decimals: 0, label: 'dailyPlan' }) },
    run: ({ tx, user, input }) => markPlanNoticeRead(tx, user, input.planId),
  }),
  defineQuery({
    path: '/mes/plan/day/skipped',
    permission: PRODUCTION_PERMISSION,
    allowsTerminals: true,
    input: { processId: ref('process', { required: true }), deviceId: ref('device') },
    run: async ({ db, user, input }) => ({ rows: await listSkippedLines(db, user, input) }),
  }),
];
