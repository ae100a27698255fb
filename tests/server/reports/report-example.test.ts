import { beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '#shared/rules/days.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';
import {
  EXAMPLE_MONDAY,
  findDaysToMove,
  readReportExample,
  type ReportExample,
  type Row,
} from '#tests/support/find-report-example.ts';
import { createTestFactory, type TestFactory } from '#tests/support/floor.ts';

/** The zone of the example has no daylight saving. */
const ZONE_OFFSET = '+08:00';
const BASIC_DATA_PATH = '/mes/system/basic';

const example = readReportExample();
if (!example)
  console.warn(
    'The example of the reports is not beside the project (../shared/data/report-example): it is skipped.',
  );

describe.skipIf(!example)('The example of the reports', () => {
  const daysToMove = findDaysToMove();
  const moveDay = (day: string) => addDays(day, daysToMove);
  const toInstant = (time: string) => `${moveDay(time.slice(0, 10))}T${time.slice(11)}:00${ZONE_OFFSET}`;
  const moveRates = <R extends { validFrom: string }>(rates: readonly R[]) =>
    rates.map((rate) => ({ ...rate, validFrom: moveDay(rate.validFrom) }));

  describeForEachDatabase('played through the calls', (database) => {
    const { input, expected } = example ?? ({} as ReportExample);
    let factory: TestFactory;
    const idsByCode = new Map<string, number>();
    const reportIds = new Map<string, number>();
    const idOf = (code: string) => {
      const id = idsByCode.get(code);
      if (id === undefined) throw new Error(`The example has no ${code}`);
      return id;
    };
    const save = async (
      path: string,
      fields: Record<string, unknown> & { code?: string },
      key = fields.code,
    ) => {
      const { id } = await factory.call<{ id: number }>(`${path}/save`, fields);
      if (key !== undefined) idsByCode.set(key, id);
      return id;
    };

    const saveMasters = async () => {
      for (const row of input.departments) await save(`${BASIC_DATA_PATH}/department`, { ...row });
      for (const { department, ...row } of input.workGroups)
        await save(`${BASIC_DATA_PATH}/group`, { ...row, departmentId: idOf(department) });
      for (const { code, shifts, breaks } of input.classTables)
        await save('/mes/system/classTable', {
          code,
          name: code,
          breaks,
          // Every shift of the example is worked from Monday to Friday.
          shifts: shifts.map(({ name, startsAt, endsAt, rate }) => ({
            ...{ name, startsAt, endsAt, rate },
            ...{ monday: true, tuesday: true, wednesday: true, thursday: true, friday: true },
            ...{ saturday: false, sunday: false },
          })),
        });
      for (const { classTable, workGroup, validFrom } of input.rosters)
        await save('/mes/system/roster', {
          classTableId: idOf(classTable),
          workGroupId: workGroup === undefined ? null : idOf(workGroup),
          validFrom: moveDay(validFrom),
        });
      for (const weekday of ['saturday', 'sunday'])
        await save('/mes/system/holiday', { kind: 'weeklyRest', weekday, name: weekday });
      for (const { rates, ...row } of input.costTypes)
        await save(`${BASIC_DATA_PATH}/costType`, { ...row, rates: moveRates(rates) });
      for (const { wageGrade, ...rate } of input.wageGradeRates)
        await save(
          `${BASIC_DATA_PATH}/wageGrade`,
          { code: wageGrade, name: wageGrade, rates: moveRates([rate]) },
          `grade ${wageGrade}`,
        );
      for (const { department, workGroup, wageGrade, ...row } of input.employees)
        await save(`${BASIC_DATA_PATH}/employee`, {
          ...row,
          departmentId: idOf(department),
          workGroupId: idOf(workGroup),
          wageGradeId: idOf(`grade ${wageGrade}`),
        });
      for (const { workGroup, downtimes, ...row } of input.devices)
        await save(`${BASIC_DATA_PATH}/device`, {
          ...row,
          workGroupId: idOf(workGroup),
          downtimes: downtimes.map(({ downFrom, downUntil }) => ({
            downFrom: toInstant(downFrom),
            downUntil: toInstant(downUntil),
          })),
        });
      for (const { costType, piecePrices, ...row } of input.crafts)
        await save(`${BASIC_DATA_PATH}/crafts`, {
          ...row,
          costTypeId: idOf(costType),
          piecePrices: moveRates(piecePrices),
        });
      for (const row of input.errorClasses)
        await save('/mes/system/classify', { classId: 'errorClass', ...row });
    };

    const saveOrder = async () => {
      const { code, quantity } = input.order;
      const orderId = await save('/mes/order', { code, name: code, quantity });
      for (const { code: partCode, name, parent, quantity: partQuantity, quantityPer } of input.parts)
        await save(
          '/mes/order/part',
          {
            ...{ orderId, code: partCode, name, quantity: partQuantity, quantityPer },
            parentId: parent === null ? null : idOf(`part ${parent}`),
          },
          `part ${partCode}`,
        );
      for (const {
        code: processCode,
        part,
        craft,
        workGroup,
        seq,
        plannedQuantity,
        ...times
      } of input.processes) {
        const { preparationMinutes, deviceMinutes, manMinutes, manMachineRatio } = times;
        await save(
          '/mes/process',
          {
            ...{ seq, plannedQuantity, preparationMinutes, deviceMinutes, manMinutes, manMachineRatio },
            name: processCode,
            partId: idOf(`part ${part}`),
            craftId: idOf(craft),
            workGroupId: idOf(workGroup),
          },
          processCode,
        );
      }
      const { version } = await factory.call<{ version: number }>('/mes/order/get', { id: orderId });
      await factory.call('/mes/order/release', { id: orderId, version });
      // An order must not be entered more than a week after its first report.
      await factory.connection.db
        .updateTable('workOrder')
        .set({ createdAt: toInstant(`${EXAMPLE_MONDAY}T00:00`) })
        .where('id', '=', orderId)
        .execute();
    };

    beforeAll(async () => {
      if (!example) return;
      factory = await createTestFactory(await database.open());
      await saveMasters();
      await saveOrder();
      for (const report of input.reports) {
        const { reportId } = await factory.call<{ reportId: number }>('/mes/report/start', {
          processId: idOf(report.process),
          deviceId: report.device === null ? null : idOf(report.device),
          phase: report.phase,
          quantity: report.started,
          people: report.people.map(({ employee, ratio }) => ({ employeeId: idOf(employee), ratio })),
          at: toInstant(report.startedAt),
        });
        await factory.call(`/mes/report/${report.kind}`, {
          reportId,
          good: report.good,
          scrap: report.scrap,
          errorClassId: report.errorClass === undefined ? null : idOf(report.errorClass),
          at: toInstant(report.endedAt),
        });
        reportIds.set(report.code, reportId);
      }
      // The loss at B20 is posted by a quality exception, which the product does not have.
      for (const { process, quantity } of input.acceptedLosses.filter(({ process: code }) => code === 'B10'))
        await factory.call('/mes/process/loss/answer', {
          ...{ processId: idOf(process), answer: 'acceptShort', quantity },
          reason: 'accepted in the example',
        });
      for (const { part, quantity, shelf, at } of input.warehouseIn) {
        await save(`${BASIC_DATA_PATH}/shelf`, { code: shelf, name: shelf });
        const receipt = { partId: idOf(`part ${part}`), quantity, shelfId: idOf(shelf), at: toInstant(at) };
        await factory.call('/mes/warehouse/receive', receipt);
      }
    });

    const readPage = async (name: string, params: Record<string, string>) =>
      (
        await factory.call<{ rows: Row[] }>(`/mes/form/${name}`, {
          from: moveDay(params['from'] ?? EXAMPLE_MONDAY),
          to: moveDay(params['to'] ?? addDays(EXAMPLE_MONDAY, 1)),
        })
      ).rows;
    const readCell = (column: string) => (row: Row) => String(row[column]);
    /** Compares the columns of a page that both the example and the product have. */
    const expectRows = (
      rows: Row[],
      expectedRows: Row[],
      keyOf: (row: Row) => string,
      expectedKeyOf: (row: Row) => string,
    ) => {
      const rowsByKey = new Map(rows.map((row) => [keyOf(row), row]));
      expect([...rowsByKey.keys()].sort()).toEqual(expectedRows.map(expectedKeyOf).sort());
      let count = 0;
      for (const expectedRow of expectedRows) {
        const key = expectedKeyOf(expectedRow);
        const row = rowsByKey.get(key)!;
        for (const [column, value] of Object.entries(expectedRow)) {
          if (!(column in row) || column === 'day') continue;
          expect([key, column, row[column]]).toEqual([key, column, value]);
          count++;
        }
      }
      return count;
    };

    it.each([
      ['employeeDailyDetails', 'employee/daily/details', 'employee', 'employeeCode'],
      ['deviceDailyDetails', 'device/daily/details', 'device', 'deviceCode'],
    ] as const)('gives the figures of %s, and their totals', async (name, page, key, codeColumn) => {
      const { params, rows: expectedRows, total } = expected.reports[page]!;
      const rows = await readPage(name, params);
      const count = expectRows(
        rows,
        expectedRows,
        (row) => `${row['day']} ${row[codeColumn]}`,
        (row) => `${moveDay(row['day'] as string)} ${row[key]}`,
      );
      for (const [column, value] of Object.entries(total)) {
        if (!(column in rows[0]!) || ['efficiency', 'utilisation'].includes(column)) continue;
        const sum = rows.reduce((rest, row) => rest + Math.round(Number(row[column]) * 10_000), 0) / 10_000;
        expect([column, sum]).toEqual([column, value]);
      }
      expectItemsChecked(`figures of ${page}`, count);
    });

    it('gives the cost of each report', async () => {
      const { rows: expectedRows, total } = expected.reports['cost/report/details']!;
      const rows = (await readPage('costReportDetails', {})).map((row) => ({
        ...row,
        labour: row['labourCost']!,
        device: row['deviceCost']!,
        cost: row['totalCost']!,
      }));
      const count = expectRows(
        rows,
        expectedRows,
        (row) => String(row['reportId']),
        (row) => String(reportIds.get(row['report'] as string)),
      );
      for (const column of ['labour', 'device', 'cost'] as const)
        expect([column, rows.reduce((sum, row) => sum + Number(row[column]), 0)]).toEqual([
          column,
          total[column],
        ]);
      expectItemsChecked('figures of costs', count);
    });

    it('gives the warehouse status of each part', async () => {
      const { rows: expectedRows } = expected.reports['part/warehouse/status@end']!;
      const { rows } = await factory.call<{ rows: Row[] }>('/mes/form/partWarehouseStatus', {
        orderId: idOf(input.order.code),
      });
      // The product does not have the exception of the example, so B20 has one more good piece, which waits.
      const withoutException = expectedRows.map((row) =>
        row['part'] === 'B' ? { ...row, completed: 9, waiting: 1 } : row,
      );
      const count = expectRows(rows, withoutException, readCell('partCode'), readCell('part'));
      expectItemsChecked('figures of part/warehouse/status', count);
      expect(rows.find((row) => row['partCode'] === 'A')).toMatchObject({ shelfName: 'S1' });
    });

    it('keeps the work day, shift and times of each report', async () => {
      const { db } = factory.connection;
      for (const { report, day, shift, seconds, overtimeSeconds, people } of expected.reportDays) {
        const snapshots = await db
          .selectFrom('workReportPersonSnapshot')
          .selectAll()
          .where('reportId', '=', reportIds.get(report)!)
          .execute();
        expect(snapshots.map(({ employeeId, seconds: own }) => [employeeId, own]).sort()).toEqual(
          Object.entries(people)
            .map(([code, own]) => [idOf(code), own])
            .sort(),
        );
        for (const snapshot of snapshots)
          expect(snapshot).toMatchObject({
            day: moveDay(day),
            shiftName: shift,
            dayKind: 'workday',
            seconds,
            overtimeSeconds,
          });
      }
      expectItemsChecked('reports of the example', expected.reportDays.length);
    });
  });
});
