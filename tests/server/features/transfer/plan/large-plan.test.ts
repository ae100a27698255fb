import XLSX from '@e965/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { entities } from '#shared/entities/index.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { makeFlatPlan, makeOrderCode, PlanClient } from '#tests/support/plan-client.ts';
import { createPlanMasters } from '#tests/support/plan-masters.ts';
import { startAdminServer, type AdminServer } from '#tests/support/server.ts';
import { makeWorkbook, type SheetRows } from '#tests/support/workbooks.ts';

/** MES_TEST_LONG=on imports a larger plan. */
const ORDER_COUNT = process.env.MES_TEST_LONG === 'on' ? 1500 : 500;
const PARTS_PER_ORDER = 4;
const PROCESSES_PER_PART = 5;
const PART_COUNT = ORDER_COUNT * PARTS_PER_ORDER;
const CRAFTS = ['车', '铣', '磨', '五轴-加工', '装配'];

// Plans of this size are tested only on PostgreSQL, which real factories use.
describeForEachDatabase(
  'A large plan',
  (database) => {
    let server: AdminServer;
    let plans: PlanClient;
    beforeAll(async () => {
      server = await startAdminServer(database);
      plans = new PlanClient(server.url, server.admin.token!);
      await createPlanMasters(server.admin);
    });
    afterAll(() => server?.close());

    const countOrders = async () =>
      (await server.admin.call<{ total: number }>(`${entities.workOrder.path}/page`, { limit: 1 })).total;

    test(`of ${PART_COUNT * PROCESSES_PER_PART} processes is checked, imported and undone`, async () => {
      const prefix = makeOrderCode();
      const rows: SheetRows = [];
      for (let order = 0; order < ORDER_COUNT; order++)
        for (let part = 0; part < PARTS_PER_ORDER; part++)
          for (let process = 0; process < PROCESSES_PER_PART; process++)
            rows.push([
              part + process === 0 ? `${prefix}-${order}` : null,
              part + process === 0 ? `泵 ${order}` : null,
              part + process === 0 ? 5 : null,
              process === 0 ? `P-${part}` : null,
              process === 0 ? `零件 ${part}` : null,
              process === 0 && part > 0 ? 'P-0' : null,
              CRAFTS[process]!,
              '2031-03-05',
            ]);
      const book = makeWorkbook(
        makeFlatPlan(
          ['工单号', '工单名称', '工单数量', '零件编码', '零件名称', '上级零件编码', '工艺', '计划开始'],
          ...rows,
        ),
      );
      const startMs = performance.now();
      const checkResult = await plans.check(book);
      const checkMs = performance.now() - startMs;
      expect(checkResult).toMatchObject({
        orders: ORDER_COUNT,
        parts: PART_COUNT,
        processes: PART_COUNT * PROCESSES_PER_PART,
        problemCount: 0,
      });
      const answer = await plans.postWrite(checkResult.file!);
      const writeMs = performance.now() - startMs - checkMs;
      expect(answer).toMatchObject({ data: { written: true } });
      expect(await countOrders()).toBe(ORDER_COUNT);
      const undoAnswer = await plans.postUndo(answer.success ? answer.data.importId! : 0, 1);
      const undoMs = performance.now() - startMs - checkMs - writeMs;
      expect(undoAnswer).toMatchObject({ data: { deleted: ORDER_COUNT } });
      expect(await countOrders()).toBe(0);
      console.log(
        `plan: check ${Math.round(checkMs)} ms, write ${Math.round(writeMs)} ms, undo ${Math.round(undoMs)} ms`,
      );
    });

    test('with more processes in one order, or in the routing of a part, than can be planned is refused', async () => {
      const heading = ['工单号', '名称', '数量', '零件编码', '零件名称', '工艺路线'];
      const code = makeOrderCode();
      const longRouting = Array.from({ length: 201 }, () => '车').join('→');
      const routingOf100 = Array.from({ length: 100 }, () => '车').join('→');
      const orderCode = makeOrderCode();
      const rows = Array.from({ length: 31 }, (_row, index) => [
        orderCode,
        '泵',
        1,
        `P${index}`,
        '轴',
        routingOf100,
      ]);
      const { problems } = await plans.check(
        makeFlatPlan(heading, [code, '泵', 1, 'A', '轴', longRouting], ...rows),
      );
      expect(problems.map(({ row, reason }) => `${row} ${reason}`)).toEqual([
        '2 零件“A”的工序超过 200 道',
        `3 工单“${orderCode}”过大：最多 3000 个零件、3000 道工序`,
      ]);
    });

    test('whose routings name more processes than a file may have rows is refused before they are built', async () => {
      const routing = Array.from({ length: 400 }, () => '车').join('→');
      const rows = Array.from({ length: 300 }, () => [makeOrderCode(), '泵', 1, routing]);
      const answer = await plans.postCheck(
        makeWorkbook(makeFlatPlan(['工单号', '名称', '数量', '工艺路线'], ...rows)),
      );
      expect(answer).toMatchObject({ success: false, code: 'importTooMany' });
    });

    test('whose merged areas reach to the end of the sheet is checked quickly', async () => {
      const sheet = XLSX.utils.aoa_to_sheet([
        ['工单号', '名称', '数量', '工艺'],
        [makeOrderCode(), '泵', 1, '车'],
        [null, null, null, '铣'],
      ]);
      sheet['!merges'] = ['A2:A1048576', 'B2:B1048576', 'E1:XFD1048576'].map((area) =>
        XLSX.utils.decode_range(area),
      );
      const content = XLSX.write(XLSX.utils.book_new(sheet, 'x'), { type: 'buffer' }) as Buffer;
      const startMs = Date.now();
      expect(await plans.check(content)).toMatchObject({ problemCount: 0, orders: 1, processes: 2 });
      expect(Date.now() - startMs).toBeLessThan(20_000);
    });

    test('stores formulas, markup and the longest texts as texts', async () => {
      const code = makeOrderCode();
      const name = `=HYPERLINK("http://x") <script>alert(1)</script> '; drop table part; -- ${'名'.repeat(120)}`;
      await plans.import(makeFlatPlan(['工单号', '名称', '数量', '工艺'], [code, name, 1, '车']));
      const page = await server.admin.call<{ rows: { name: string }[] }>(`${entities.workOrder.path}/page`, {
        filter: JSON.stringify({ code }),
      });
      expect(page.rows[0]!.name).toBe(name);
    });
  },
  'postgres',
);
