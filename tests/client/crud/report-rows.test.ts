import { describe, expect, it } from 'vitest';
import { number, quantity, ref, text } from '#shared/kernel/fields.ts';
import type { ReportDescriptor } from '#shared/kernel/report.ts';
import { computeChartGroups, getCommonValues } from '#client/crud/report/chart-data.ts';
import { readReportAddress, makeReportAddress } from '#client/crud/report/report-address.ts';
import { findReportsInMenu } from '#client/crud/report/report-pages.ts';
import {
  getDetailsHref,
  getPresetPeriod,
  sortRows,
  separateTotalRow,
  computeTotals,
} from '#client/crud/report/report-rows.ts';

const testReport: ReportDescriptor = {
  name: 'orderProgress',
  path: '/mes/form/some',
  page: 'employee/daily/details',
  permission: 'REPORT_FORM_EMPLOYEE_DAILY_DETAILS',
  parameters: { from: { kind: 'date', required: false, unique: false }, employeeId: ref('employee') },
  columns: {
    day: { field: text({ required: true }), label: 'day' },
    name: { field: text({ required: true }), label: 'name' },
    employeeId: { field: number(), label: 'employee', hidden: true },
    seconds: { field: number({ unit: 'seconds', decimals: 0 }), label: 'totalTime', total: true },
    good: { field: quantity(), label: 'good', total: true },
    efficiency: { field: number(), label: 'efficiency' },
  },
  rowKey: ['day', 'employeeId'],
  watches: ['workReport'],
  chart: { label: 'name', bars: ['seconds'] },
  details: {
    page: 'employee/daily/reports',
    parameters: { from: 'day', employeeId: 'employeeId' },
    narrowed: { seconds: { phase: 'run' } },
  },
};
const makeRow = (day: string, name: string, seconds: number, good: number | null = 1) => ({
  day,
  name,
  employeeId: name.length,
  seconds,
  good,
  efficiency: 50,
});
const testRows = [
  makeRow('1', 'Wu', 3600, 0.1),
  makeRow('2', 'Li He', 9000, 0.2),
  makeRow('2', 'Wu', 1800, null),
];

describe('the rows of a report', () => {
  it('are sorted by number or by name, with empty values last in both directions', () => {
    const listSortedNames = (sort: string) =>
      sortRows(testRows, sort).map((row) => `${row.name} ${row.good}`);
    expect(listSortedNames('good')).toEqual(['Wu 0.1', 'Li He 0.2', 'Wu null']);
    expect(listSortedNames('-good')).toEqual(['Li He 0.2', 'Wu 0.1', 'Wu null']);
    expect(sortRows([makeRow('1', 'M10', 1), makeRow('1', 'M9', 1)], 'name').map((row) => row.name)).toEqual([
      'M9',
      'M10',
    ]);
    expect(sortRows(testRows, '')).toBe(testRows);
  });

  it('are added up without binary rounding errors, in the columns that have a total', () => {
    expect(computeTotals(testReport, testRows, null)).toEqual({ seconds: 14_400, good: 0.3 });
    expect(computeTotals(testReport, [], null)).toEqual({});
    expect(computeTotals(testReport, [makeRow('1', 'Wu', 60, null)], null)).toEqual({ seconds: 60 });
  });

  it('are separated from the row that contains their total', () => {
    const reportWithTotal = { ...testReport, rowKey: ['name'], totalRow: 'all' };
    const separatedRows = separateTotalRow(reportWithTotal, [...testRows, makeRow('', 'all', 99, 7)]);
    expect(separatedRows.rows).toHaveLength(3);
    expect(computeTotals(reportWithTotal, separatedRows.rows, separatedRows.totalRow)).toMatchObject({
      seconds: 99,
      good: 7,
      efficiency: 50,
    });
  });

  it('link to their details, and a figure links only to its own details', () => {
    expect(getDetailsHref(testReport, testRows[0]!)).toBe(
      '/forms/employee/daily/reports?from=1&employeeId=2',
    );
    expect(getDetailsHref(testReport, testRows[0]!, 'seconds')).toBe(
      '/forms/employee/daily/reports?from=1&employeeId=2&phase=run',
    );
    expect(getDetailsHref(testReport, testRows[0]!, 'good')).toBeNull();
    const { details: _, ...reportWithoutDetails } = testReport;
    expect(getDetailsHref(reportWithoutDetails, testRows[0]!)).toBeNull();
  });
});

describe('the chart of a report', () => {
  it('combines rows of one name, the largest first, in hours, and returns the number of all groups', () => {
    const { groups, totalGroupCount, hasMergedRows } = computeChartGroups(
      testReport,
      [...testRows, makeRow('3', 'An', 60)],
      2,
    );
    expect(groups.map((group) => [group.name, group.values.seconds])).toEqual([
      ['Li He', 2.5],
      ['Wu', 1.5],
    ]);
    expect([totalGroupCount, hasMergedRows]).toEqual([3, true]);
    expect(getCommonValues(groups[1]!.rows)).toMatchObject({ name: 'Wu', employeeId: 2, day: null });
  });

  it('keeps the order of a report whose rows have names of their own, and draws none without a name', () => {
    const rows = [
      makeRow('1', 'Small', 60),
      { ...makeRow('1', '', 600), name: null },
      makeRow('1', 'Large', 6000),
    ];
    expect(computeChartGroups(testReport, rows, 10).groups.map((group) => group.name)).toEqual([
      'Small',
      'Large',
    ]);
  });
});

describe('the address of a report', () => {
  it('contains the parameters and the sort order, and leaves out invalid values', () => {
    const readAddress = (text: string) => readReportAddress(testReport, new URLSearchParams(text));
    expect(readAddress('from=2026-03-01&employeeId=5&sort=-good')).toEqual({
      params: { from: '2026-03-01', employeeId: '5' },
      sort: '-good',
      shape: 'asMatrix',
    });
    expect(readAddress('from=2026-02-30&employeeId=x&phase=run&sort=password')).toEqual({
      params: {},
      sort: '',
      shape: 'asMatrix',
    });
    expect(makeReportAddress(readAddress('shape=planAsTable')).toString()).toBe('shape=planAsTable');
    expect(makeReportAddress(readAddress('from=2026-03-01&sort=-good')).toString()).toBe(
      'from=2026-03-01&sort=-good',
    );
  });

  it('knows the lengths of the months', () => {
    expect(getPresetPeriod('lastMonth', '2024-03-31')).toEqual({ from: '2024-02-01', to: '2024-02-29' });
    expect(getPresetPeriod('lastMonth', '2026-01-05')).toEqual({ from: '2025-12-01', to: '2025-12-31' });
    expect(getPresetPeriod('yesterday', '2026-03-01')).toEqual({ from: '2026-02-28', to: '2026-02-28' });
    expect(getPresetPeriod('thisMonth', '2026-03-09')).toEqual({ from: '2026-03-01', to: '2026-03-09' });
  });
});

describe('the pages of reports', () => {
  it('are in the menu, except those with details of another report and those that only boards use', () => {
    const nestedReport = { ...testReport, page: 'employee/daily/reports' };
    const { page: _, ...reportWithoutPage } = testReport;
    expect(
      findReportsInMenu([testReport, nestedReport, reportWithoutPage]).map((report) => report.page),
    ).toEqual(['employee/daily/details']);
    const listedReport = { ...nestedReport, isInMenu: true as const };
    expect(findReportsInMenu([testReport, listedReport])).toHaveLength(2);
  });
});
