import { makeError } from '#shared/kernel/errors.ts';
import {
  findOverlappingBreaks,
  isBreakWithinShift,
  findOverlappingShifts,
  TIME_OF_DAY_PATTERN,
  type DailyTimeSpan,
  type ShiftTimes,
} from '#shared/rules/shift-times.ts';
import { WEEKDAYS } from '#shared/rules/weekday.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import type { Transaction } from '../db/transaction.ts';
import type { HooksOf, SavedRowOf } from './hooks.ts';

const formatTimes = ({ startsAt, endsAt }: DailyTimeSpan): string => `${startsAt}–${endsAt}`;

function refuseInvalidTimes(linesField: 'shifts' | 'breaks', rows: readonly DailyTimeSpan[]): void {
  rows.forEach((row, index) => {
    for (const name of ['startsAt', 'endsAt'] as const) {
      if (!TIME_OF_DAY_PATTERN.test(row[name]))
        throw makeError('fieldsInvalid', {}, { [`${linesField}[${index}].${name}`]: { reason: 'notATime' } });
    }
  });
}

function refuseInvalidShifts(shifts: readonly ShiftTimes[]): void {
  refuseInvalidTimes('shifts', shifts);
  shifts.forEach((shift, index) => {
    if (shifts.findIndex((other) => other.name === shift.name) < index)
      throw makeError('fieldsInvalid', {}, { [`shifts[${index}].name`]: { reason: 'repeated' } });
    if (!WEEKDAYS.some((day) => shift[day]))
      throw makeError('fieldsInvalid', {}, { [`shifts[${index}].monday`]: { reason: 'required' } });
  });
  const overlap = findOverlappingShifts(shifts);
  if (!overlap) return;
  const [first, second] = overlap;
  throw makeError(
    'shiftsOverlap',
    { first: shifts[first]!.name, second: shifts[second]!.name },
    { [`shifts[${second}].startsAt`]: { reason: 'repeated' } },
  );
}

function refuseInvalidBreaks(breaks: readonly DailyTimeSpan[], shifts: readonly ShiftTimes[]): void {
  refuseInvalidTimes('breaks', breaks);
  breaks.forEach((breakSpan, index) => {
    if (!shifts.some((shift) => isBreakWithinShift(breakSpan, shift)))
      throw makeError(
        'breakOutsideShift',
        { times: formatTimes(breakSpan) },
        { [`breaks[${index}].startsAt`]: { reason: 'notATime' } },
      );
  });
  const overlap = findOverlappingBreaks(breaks);
  if (!overlap) return;
  const [first, second] = overlap;
  throw makeError(
    'shiftsOverlap',
    { first: formatTimes(breaks[first]!), second: formatTimes(breaks[second]!) },
    { [`breaks[${second}].startsAt`]: { reason: 'repeated' } },
  );
}

/** Refuses to remove or rename a shift that a roster uses. */
async function refuseToRemoveUsedShifts(
  tx: Transaction,
  before: SavedRowOf<'classTable'>,
  shifts: readonly ShiftTimes[],
): Promise<void> {
  const names = new Set(shifts.map((shift) => shift.name));
  const removedNames = before.shifts.map((shift) => shift.name).filter((name) => !names.has(name));
  if (removedNames.length === 0) return;
  const usedShift = await tx.db
    .selectFrom('roster')
    .select([
      'shiftName',
      (expression) => expression.fn.countAll<number>().as('count'),
      (expression) => expression.fn.min('id').as('first'),
    ])
    .where('factoryId', '=', tx.factoryId)
    .where('classTableId', '=', before.id)
    .where('shiftName', 'in', removedNames)
    .where('deletedAt', 'is', null)
    .groupBy('shiftName')
    .executeTakeFirst();
  if (usedShift)
    throw makeError(
      'inUse',
      { name: usedShift.shiftName, count: usedShift.count, entity: markAsTerm('roster') },
      undefined,
      [{ entity: 'roster', id: usedShift.first, name: usedShift.shiftName ?? '' }],
    );
}

/**
 * Checks the times of a class table. Its shifts have different names, at least one weekday each, and do not
 * overlap. Its breaks lie within a shift and do not overlap. A shift that a roster uses keeps its name and
 * cannot be removed.
 */
export const classTableHooks: HooksOf<'classTable'> = {
  beforeSave: async (tx, next, before) => {
    const shifts = next.shifts;
    refuseInvalidShifts(shifts);
    refuseInvalidBreaks(next.breaks, shifts);
    if (before) await refuseToRemoveUsedShifts(tx, before, shifts);
  },
};
