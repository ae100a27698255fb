import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getFieldLabel } from '#shared/kernel/fields.ts';
import { GRANTABLE_PERMISSION_CODES } from '#server/reports/permission-codes.ts';
import { isOpenPermission } from '#shared/kernel/permissions.ts';
import { buildRowKey, type ReportRow } from '#shared/kernel/report.ts';
import { buildFieldSchema } from '#shared/kernel/validate.ts';
import { entities } from '#shared/entities/index.ts';
import { terms } from '#shared/terms/index.ts';
import { reportDescriptors, reports } from '#server/reports/index.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { startAdminServer, type AdminServer } from '#tests/support/server.ts';
import { raiseSampleAlarm } from '#tests/support/sample-alarm.ts';
import { addAppliedPlan } from '#tests/support/sample-plan.ts';
import { addPastDailyPlan } from '#tests/support/sample-daily-plan.ts';
import { makeSampleReceipt } from '#tests/support/sample-receipt.ts';
import { MONITORED_CHARACTERISTIC, measureMonitoredSample } from '#tests/support/sample-gauge.ts';
import { createSampleRows, type SampleRowIds } from '#tests/support/sample-rows.ts';

const reportEntries = reportDescriptors.map((report) => [report.name, report] as const);

test('there are reports, each with a name and a path of its own', () => {
  expectItemsChecked('reports', reportEntries.length);
  expect(new Set(reportDescriptors.map((report) => report.path)).size).toBe(reportEntries.length);
  expect(new Set(reportDescriptors.map((report) => report.name)).size).toBe(reportEntries.length);
});

describe.each(reportEntries)('the report %s', (_, report) => {
  test('has a permission, and terms for its name, its labels and its units', () => {
    const words = { ...terms, ...report.words };
    expect(report.name in words).toBe(true);
    expect(report.path).toMatch(/^\/mes\/form\/[a-z][A-Za-z]*$/);
    // A report that everybody may read has no page, so that the menu lists only reports with a permission of their own.
    if (isOpenPermission(report.permission)) expect(report.page).toBeUndefined();
    else expect(GRANTABLE_PERMISSION_CODES).toContain(report.permission);
    const labels = [
      ...Object.entries(report.parameters).map(([name, field]) => getFieldLabel(name, field)),
      ...Object.values(report.columns).map((column) => column.label),
    ];
    expect(labels.filter((label) => !(label in words))).toEqual([]);
    const units = Object.values(report.columns).flatMap(({ field }) => (field.unit ? [field.unit] : []));
    expect(units.filter((unit) => !(unit in words))).toEqual([]);
  });

  test('declares no word that it does not use', () => {
    const usedTerms = new Set<string>([
      report.name,
      ...Object.entries(report.parameters).map(([name, field]) => getFieldLabel(name, field)),
      ...Object.values(report.columns).flatMap(({ label, field }) =>
        field.unit ? [label, field.unit] : [label],
      ),
    ]);
    expect(Object.keys(report.words ?? {}).filter((key) => !usedTerms.has(key))).toEqual([]);
  });

  test('tells its rows apart by its columns, and watches entities', () => {
    expect(report.rowKey.length).toBeGreaterThan(0);
    expect(report.rowKey.filter((name) => !(name in report.columns))).toEqual([]);
    expect(report.watches.length).toBeGreaterThan(0);
    expect(report.watches.filter((name) => !(name in entities))).toEqual([]);
    expect(
      Object.values(report.columns).filter(({ total, field }) => total && field.kind !== 'number'),
    ).toEqual([]);
    const chartColumns = report.chart ? [report.chart.label, ...report.chart.bars] : [];
    expect(chartColumns.filter((name) => !(name in report.columns))).toEqual([]);
  });

  test('needs no parameter that a wall cannot provide', () => {
    const requiredParameters = Object.entries(report.parameters).filter(
      ([, field]) => field.required && field.initial === undefined,
    );
    expect(requiredParameters.map(([name]) => name)).toEqual([]);
  });

  test('has no function, so that its SQL stays out of the descriptor', () => {
    expect(Object.values(report).filter((value) => typeof value === 'function')).toEqual([]);
  });
});

describeForEachDatabase('every report', (database) => {
  let server: AdminServer;
  let sampleRowIds: SampleRowIds;
  let partCode: string;
  beforeAll(async () => {
    server = await startAdminServer(database);
    sampleRowIds = await createSampleRows((path, fields) => server.admin.call(path, fields));
    await raiseSampleAlarm(server.connection.db, server.admin);
    await addPastDailyPlan(server.connection.db, sampleRowIds.process);
    await addAppliedPlan(server.connection.db, sampleRowIds);
    await makeSampleReceipt((path, fields) => server.admin.call(path, fields), sampleRowIds.workOrder);
    partCode = await measureMonitoredSample((path, fields) => server.admin.call(path, fields), sampleRowIds);
  });
  afterAll(() => server?.close());

  test.each(reports.map((report) => [report.name, report] as const))(
    '%s returns rows with exactly its columns, each row with a key of its own',
    async (_, report) => {
      const params = {
        ...(report.kanbanParameter ? { [report.kanbanParameter]: sampleRowIds.customerKanban } : {}),
        ...('characteristic' in report.parameters
          ? { partCode, characteristic: MONITORED_CHARACTERISTIC }
          : {}),
      };
      const { rows } = await server.admin.call<{ rows: ReportRow[] }>(report.path, params);
      expectItemsChecked(`rows of ${report.name}`, rows.length);
      const names = Object.keys(report.columns).sort();
      for (const row of rows) {
        expect(Object.keys(row).sort()).toEqual(names);
        for (const [name, { field }] of Object.entries(report.columns)) {
          const value = row[name];
          // A report may join several texts. The joined text can be longer than the maximum of the field.
          const parseResult = buildFieldSchema({ ...field, max: undefined, initial: undefined }).safeParse(
            value,
          );
          expect([name, value, parseResult.success || (value === '' && field.kind === 'text')]).toEqual([
            name,
            value,
            true,
          ]);
        }
      }
      const keys = rows.map((row) => buildRowKey(report.rowKey, row));
      expect(new Set(keys).size).toBe(keys.length);
    },
  );

  test('shows another factory no rows of this factory', async () => {
    const { createTestFactory: createOtherFactory } = await import('#tests/support/floor.ts');
    const otherFactory = await createOtherFactory(server.connection);
    for (const report of reports) {
      const { rows } = await otherFactory.call<{ rows: ReportRow[] }>(report.path, {});
      const adminAnswer = await server.admin.call<{ rows: ReportRow[] }>(report.path, {});
      const rowsText = JSON.stringify(rows);
      for (const row of adminAnswer.rows)
        if (typeof row.code === 'string') expect(rowsText).not.toContain(row.code);
    }
  });
});
