import XLSX from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countRowsAndVersions } from '#tests/support/count-rows.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { makeFlatPlan, makeOrderCode, PlanClient } from '#tests/support/plan-client.ts';
import { startPlanServer, type PlanServer } from '#tests/support/plan-server.ts';
import { parseWorkbookFile } from '#tests/support/workbooks.ts';

describeForEachDatabase('A plan', (database) => {
  let floor: PlanServer;
  let plans: PlanServer['plans'];

  beforeAll(async () => {
    floor = await startPlanServer(database);
    ({ plans } = floor);
  });
  afterAll(() => floor?.server.close());

  describe('that is wrong', () => {
    test('is refused as a whole, with every problem at its sheet, row and column', async () => {
      const [code, otherCode] = [makeOrderCode(), makeOrderCode()];
      const before = await countRowsAndVersions(floor.server.connection);
      const result = await plans.check({
        工单: [
          ['工单号', '工单名称', '工单数量', '客户', '交期', '计划开始'],
          [code, '减速机', 10, '没有的客户', '2031-05-20', null],
          [code, '减速机', 10, null, null, null],
          [otherCode, null, '很多', null, '2031-02-30', null],
          [null, '无号', 1, null, null, null],
          [makeOrderCode(), '泵', 1, null, '2031-05-01', '2031-06-01'],
        ],
        零件: [
          ['工单号', '零件编码', '零件名称', '上级零件编码'],
          [code, 'A', '轴', 'Z'],
          [code, 'B', '套', 'C'],
          [code, 'C', '座', 'B'],
          [code, 'A', '轴', null],
          ['没有的工单', 'D', '盖', null],
        ],
        工序: [
          ['工单号', '零件编码', '工序号', '工艺', '计划开始', '计划结束'],
          [code, 'A', 10, '车', '2031-05-10', '2031-05-09'],
          [code, 'A', 20, '没有的工艺', null, null],
          [code, 'A', 30, '磨', '2031-05-01', null],
          [code, 'X', 10, '车', null, null],
          [code, 'B', 10, '车', null, null],
          [code, 'B', 10, '车', null, null],
          [code, 'C', 10, null, '2031-05-10', null],
          [code, 'C', 99999, '车', null, null],
        ],
      });
      expect(result).toMatchObject({ file: null, written: false, preview: [] });
      expect(
        result.problems.map(({ sheet, row, place, reason }) => `${sheet} ${row}${place ?? ''}: ${reason}`),
      ).toEqual([
        '工单 2D: 找不到编码或名称为“没有的客户”的客户',
        '工单 3A: 与第 2 行重复',
        '工单 4B: 此项必填',
        '工单 4C: 应为数字，小数点用“.”',
        '工单 4E: 日期不正确',
        '工单 5A: 此项必填',
        '工单 6F: 开始时间不能晚于结束时间',
        `零件 2D: 工单“${code}”没有零件“Z”`,
        '零件 3D: 零件“B”不能是自己的上级',
        '零件 5B: 与第 2 行重复',
        '零件 6A: 工单表中没有工单“没有的工单”',
        '工序 2E: 开始时间不能晚于结束时间',
        '工序 3D: 找不到编码或名称为“没有的工艺”的工艺',
        '工序 4E: “磨”的计划开始不能早于上道工序“车”的计划开始（2031-05-10）',
        `工序 5B: 工单“${code}”没有零件“X”`,
        '工序 7D: 与第 6 行重复',
        '工序 8D: 此项必填',
        '工序 9C: 不能大于 9999',
      ]);
      expect(await countRowsAndVersions(floor.server.connection)).toEqual(before);
    });

    test('lists its problems in the order of its sheets, whichever check finds them first', async () => {
      const code = makeOrderCode();
      const { problems } = await plans.check({
        工单: [
          ['工单号', '工单名称', '工单数量', '优先级'],
          [code, '泵', 1, 99],
        ],
        工序: [
          ['工单号', '工序号', '工艺'],
          [code, 10, '没有的工艺'],
        ],
      });
      expect(problems.map(({ sheet, place }) => `${sheet} ${place}`)).toEqual(['工单 D', '工序 C']);
    });

    test('tells its problems in the language of the user', async () => {
      const englishClient = new PlanClient(floor.server.url, floor.server.admin.token!, 'en_US');
      const result = await englishClient.check(
        makeFlatPlan(['工单号', '名称', '数量'], [makeOrderCode(), 'x', 0]),
      );
      expect(result.problems).toMatchObject([
        { row: 2, place: 'C', column: '数量', reason: 'Must be at least 0.0001' },
      ]);
    });

    test('has rows of one order that contradict each other', async () => {
      const code = makeOrderCode();
      const heading = ['工单号', '工单名称', '工单数量', '零件编码', '零件名称', '工艺'];
      expect(
        await floor.listProblems(
          makeFlatPlan(heading, [code, '泵', 5, 'A', '轴', '车'], [code, '泵', 6, 'A', '套', '铣']),
        ),
      ).toEqual(['3C 与第 2 行的“5”不一致', '3E 与第 2 行的“轴”不一致']);
    });

    test('names orders that the factory already has, and codes that look like them', async () => {
      const code = makeOrderCode();
      const heading = ['工单号', '名称', '数量', '工艺'];
      await plans.import(makeFlatPlan(heading, [code, '泵', 5, '车']));
      expect(await floor.listProblems(makeFlatPlan(heading, [code, '泵', 5, '车']))).toEqual([
        `2A 工单号“${code}”已存在`,
      ]);
      const cyrillicCode = code.replace('P', 'Р');
      expect((await floor.listProblems(makeFlatPlan(heading, [cyrillicCode, '泵', 5, '车'])))[0]).toContain(
        code,
      );
    });

    test('mixes a routing in one cell with the details of one process', async () => {
      const rows: (string | number | null)[][] = [[makeOrderCode(), '泵', 5, '车、铣', 'G-1']];
      expect(
        await floor.listProblems(makeFlatPlan(['工单号', '名称', '数量', '工艺', '班组'], ...rows)),
      ).toEqual(['2D 工艺路线与单道工序的内容不能写在同一行']);
    });

    test('has no column of orders, or no rows', async () => {
      expect(
        await floor.listProblems({
          x: [
            ['名称', '数量'],
            ['a', 1],
          ],
        }),
      ).toEqual(['null 没有找到计划：需要“工单号”列']);
      expect(await floor.listProblems({ x: [['工单号', '名称', '数量']] })).toEqual(['null 没有数据行']);
    });

    test('lacks what the form settings of the factory require', async () => {
      const setting = await floor.server.admin.call<{ id: number; version: number }>(
        '/mes/system/params/form/save',
        { form: 'part', fields: [{ field: 'materialName', shown: true, required: true }] },
      );
      try {
        const heading = ['工单号', '名称', '数量', '零件编码', '材料', '工艺'];
        expect(
          await floor.listProblems(
            makeFlatPlan(
              heading,
              [makeOrderCode(), '泵', 5, 'A', 'HT250', '车'],
              [makeOrderCode(), '阀', 5, 'A', null, '车'],
            ),
          ),
        ).toEqual(['3E 此项必填']);
      } finally {
        await floor.server.admin.call('/mes/system/params/form/delete', {
          ids: JSON.stringify([setting.id]),
        });
      }
    });
  });

  test('warns of groups and devices that do not fit, of past due dates, and of orders without a process', async () => {
    const [code, emptyOrderCode] = [makeOrderCode(), makeOrderCode()];
    const result = await plans.check(
      makeFlatPlan(
        ['工单号', '名称', '数量', '工艺', '班组', '设备', '交期'],
        [code, '泵', 5, '磨', 'G-1', null, '2020-01-01'],
        [null, null, null, '车', 'G-2', 'L-1', null],
        [emptyOrderCode, '阀', 1, null, null, null, null],
      ),
    );
    expect(result.problemCount).toBe(0);
    expect(result.warnings.map(({ row, place, reason }) => `${row}${place} ${reason}`)).toEqual([
      '2E 班组“车削组”未关联工艺“磨”',
      '2G 交期已过',
      '3F 设备“数控车床1”不属于班组“铣削组”',
      '4A 没有工序，导入后不能下达',
    ]);
  });

  test('shows its first orders as a tree before it is imported', async () => {
    const code = makeOrderCode();
    const { preview, orders, parts, processes } = await plans.check({
      计划: [
        ['工单号', '工单名称', '工单数量', '零件编码', '零件名称', '上级零件编码', '工艺路线'],
        [code, '泵', 5, 'A1', '叶轮', 'A', '车、磨'],
        [code, '泵', 5, 'A', '总成', null, '装配'],
      ],
    });
    expect([orders, parts, processes]).toEqual([1, 2, 3]);
    expect(preview).toEqual([
      {
        code,
        name: '泵',
        quantity: 5,
        dueDate: null,
        partCount: 2,
        parts: [
          { code: 'A', name: '总成', quantity: 5, depth: 0, processes: ['装配'] },
          { code: 'A1', name: '叶轮', quantity: 5, depth: 1, processes: ['车', '磨'] },
        ],
      },
    ]);
  });

  test('is imported from the template, which has a sheet for each level and lists of allowed values', async () => {
    const template = parseWorkbookFile(await plans.downloadTemplate());
    expect(template.SheetNames).toEqual(['工单', '零件', '工序', '可选项']);
    const readHeading = (name: string) =>
      XLSX.utils.sheet_to_json<string[]>(template.Sheets[name]!, { header: 1 })[0]!;
    expect(readHeading('零件').slice(0, 5)).toEqual([
      '工单号 *',
      '零件编码 *',
      '上级零件编码',
      '零件名称 *',
      '零件数量',
    ]);
    expect(readHeading('可选项')).toEqual(expect.arrayContaining(['客户', '工艺', '班组']));
    const code = makeOrderCode();
    const makeRow = (name: string, values: Record<string, string | number>) => [
      readHeading(name),
      readHeading(name).map((heading) => values[heading.replace(' *', '')] ?? null),
    ];
    await plans.import({
      工单: makeRow('工单', { 工单号: code, 工单名称: '泵', 工单数量: 5 }),
      零件: makeRow('零件', { 工单号: code, 零件编码: 'A', 零件名称: '叶轮' }),
      工序: makeRow('工序', { 工单号: code, 零件编码: 'A', 工艺: '车' }),
    });
    expect(await floor.readRoutings(code)).toEqual([['A', '车']]);
  });
});
