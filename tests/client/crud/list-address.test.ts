import { describe, expect, it } from 'vitest';
import { employee } from '#shared/entities/employee.ts';
import { workOrder } from '#shared/entities/work-order.ts';
import {
  readListAddress,
  toWireFilter,
  writeListAddress,
  type ListState,
} from '#client/crud/list/list-address.ts';

const testListFields = {
  ...employee.fields,
  dueDate: workOrder.fields.dueDate,
  priority: workOrder.fields.priority,
};
const readAddress = (text: string) => readListAddress(testListFields, 'code', new URLSearchParams(text));

describe('the address of a list', () => {
  it('contains the search, the filters, the sort order and the page, and can be read back', () => {
    const state: ListState = {
      search: '张 & Co',
      sort: '-name',
      page: 3,
      filter: {
        workingStatus: { any: ['onJob', 'vacation'] },
        departmentId: { any: ['12', '13'] },
        dueDate: { from: '2026-11-01', to: '' },
        phone: { has: '138' },
      },
    };
    expect(readListAddress(testListFields, 'code', writeListAddress(state, 'code'))).toEqual(state);
  });

  it('is empty for a list in its initial state', () => {
    expect(
      writeListAddress(
        { search: '', sort: 'code', page: 1, filter: { departmentId: { any: [] } } },
        'code',
      ).toString(),
    ).toBe('');
  });

  it('leaves out invalid values', () => {
    expect(
      readAddress(
        'workingStatus=asleep&departmentId=12;drop&dueDate=yesterday..&page=-4&nothing=1&absences=1',
      ),
    ).toEqual({
      search: '',
      sort: 'code',
      page: 1,
      filter: {},
    });
  });

  it('is converted to the filter of the call', () => {
    const { filter } = readAddress(
      'workingStatus=onJob,quit&departmentId=12&dueDate=2026-11-01..2026-11-30&priority=..3&phone=138',
    );
    expect(toWireFilter(testListFields, filter)).toEqual({
      workingStatus: ['onJob', 'quit'],
      departmentId: [12],
      dueDate: { from: '2026-11-01', to: '2026-11-30' },
      priority: { to: '3' },
      phone: '138',
    });
  });
});
