import { describe, expect, it } from 'vitest';
import { makePlanChange } from '#client/features/progress/list/plan-change.ts';
import { toListParameters } from '#client/features/progress/list/process-list.ts';
import { PROCESS_LIST_ORDER_FILTERS } from '#shared/planning/process-list.ts';
import { entities } from '#shared/entities/index.ts';

const NO_FIELDS = new Set<never>();

describe('the change of many processes', () => {
  it('names only what is filled in or emptied', () => {
    expect(makePlanChange({ workGroupId: 7, plannedPeople: '2', plannedStart: null }, NO_FIELDS)).toEqual({
      workGroupId: 7,
      plannedPeople: 2,
    });
    expect(makePlanChange({ workGroupId: 7, deviceId: 9 }, new Set(['deviceId'] as const))).toEqual({
      workGroupId: 7,
      cleared: 'deviceId',
    });
  });

  it('moves dates only if no date is set or emptied', () => {
    expect(makePlanChange({ shiftDays: '-3' }, NO_FIELDS)).toEqual({ shiftDays: -3 });
    expect(makePlanChange({ shiftDays: '3', plannedEnd: '2026-05-01' }, NO_FIELDS)).toEqual({
      plannedEnd: '2026-05-01',
    });
    expect(makePlanChange({ shiftDays: 3 }, new Set(['plannedStart'] as const))).toEqual({
      cleared: 'plannedStart',
    });
  });

  it('is nothing while nothing is filled in, or a value is invalid', () => {
    expect(makePlanChange({}, NO_FIELDS)).toBeNull();
    expect(makePlanChange({ shiftDays: 0 }, NO_FIELDS)).toBeNull();
    expect(makePlanChange({ plannedPeople: 'two' }, NO_FIELDS)).toBeNull();
    expect(makePlanChange({ plannedStart: '2026-05-01', plannedPeople: '1.5' }, NO_FIELDS)).toBeNull();
  });
});

describe('the parameters of the list of processes', () => {
  it('divide the filters between the process and its order', () => {
    const fields = { ...PROCESS_LIST_ORDER_FILTERS, ...entities.process.fields };
    expect(
      toListParameters(fields, {
        search: 'shaft',
        sort: '-overdueDays',
        filter: {
          state: { any: ['received', 'processing'] },
          orderState: { any: ['released', 'inProgress'] },
          customerId: { any: ['7'] },
          dueDate: { from: '2026-05-01', to: '' },
          late: { any: ['true'] },
          plannedStart: { from: '', to: '2026-06-01' },
        },
      }),
    ).toEqual({
      search: 'shaft',
      sort: '-overdueDays',
      filter: { state: ['received', 'processing'], plannedStart: { to: '2026-06-01' } },
      orderState: 'released,inProgress',
      customerId: [7],
      dueFrom: '2026-05-01',
      late: true,
    });
  });
});
