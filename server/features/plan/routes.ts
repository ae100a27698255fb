import { LOAD_KINDS, MAX_CAPACITY_DAYS } from '#shared/answers/capacity-load.ts';
import { makeError } from '#shared/kernel/errors.ts';
import { choice, date, ref } from '#shared/kernel/fields.ts';
import { PRODUCTION_PERMISSION } from '#shared/kernel/permissions.ts';
import { CAPACITY_AXES } from '#shared/planning/group-capacity.ts';
import { LOOKAHEAD_DAYS } from '#shared/planning/place-work.ts';
import { addDays, countDays, type DayPeriod } from '#shared/rules/days.ts';
import { defineQuery, type Route } from '../../call/route.ts';
import { getToday } from '../../db/clock.ts';
import type { Db } from '../../db/database.ts';
import { readCapacityLoad } from '../../planning/capacity-load.ts';
import { readLoadDetails } from '../../planning/load-details.ts';

const dayFields = {
  from: date({ required: true, label: 'rangeFrom' }),
  to: date({ required: true, label: 'rangeTo' }),
} as const;

/**
 * Checks the days of a capacity load.
 * @returns the current day in the time zone of the factory
 * @throws startAfterEnd; periodTooLong; fieldsInvalid if the last day is too far in the future
 */
function checkDays(db: Db, days: DayPeriod, zone: string): string {
  const today = getToday(db, zone);
  if (days.from > days.to) throw makeError('startAfterEnd', {}, { to: { reason: 'notADate' } });
  if (countDays(days) > MAX_CAPACITY_DAYS)
    throw makeError('periodTooLong', { days: MAX_CAPACITY_DAYS }, { from: { reason: 'notADate' } });
  if (days.to > addDays(today, LOOKAHEAD_DAYS))
    throw makeError('fieldsInvalid', {}, { to: { reason: 'notADate' } });
  return today;
}

export const planRoutes: Route[] = [
  defineQuery({
    path: '/mes/plan/capacityLoad',
    permission: PRODUCTION_PERMISSION,
    input: dayFields,
    run: ({ db, user, input }) => readCapacityLoad(db, user, checkDays(db, input, user.zone), input),
  }),
  defineQuery({
    path: '/mes/plan/capacityLoad/processes',
    permission: PRODUCTION_PERMISSION,
    input: {
      ...dayFields,
      /** If no group is given, the processes that have no group are listed. */
      workGroupId: ref('workGroup'),
      axis: choice(CAPACITY_AXES, { required: true, label: 'capacityAxis' }),
      loadKind: choice(LOAD_KINDS, { initial: 'plannedLoad', label: 'workLoad' }),
    },
    run: ({ db, user, input }) => readLoadDetails(db, user, checkDays(db, input, user.zone), input),
  }),
];
