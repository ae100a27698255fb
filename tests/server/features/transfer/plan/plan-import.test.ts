import XLSX from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entities } from '#shared/entities/index.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { makeFlatPlan, makeOrderCode } from '#tests/support/plan-client.ts';
import { startPlanServer, type PlanServer } from '#tests/support/plan-server.ts';
import { makeWorkbook } from '#tests/support/workbooks.ts';

describeForEachDatabase('A plan', (database) => {
  let floor: PlanServer;
  let plans: PlanServer['plans'];
  let masters: PlanServer['masters'];
  beforeAll(async () => {
    floor = await startPlanServer(database);
    ({ plans, masters } = floor);
  });
  afterAll(() => floor?.server.close());

  describe('on three sheets', () => {
    test('becomes draft orders with parts, cards and processes', async () => {
      const code = makeOrderCode();
      const result = await plans.import({
        工单: [
          ['工单号', '工单名称', '工单数量', '客户', '项目', '交期', '优先级'],
          [code, '减速机', 10, 'K01', '减速机项目', '2031-05-20', 3],
        ],
        零件: [
          ['工单号', '零件编码', '零件名称', '上级零件编码', '单台用量', '零件数量', '材料'],
          [code, 'GB-100', '减速机总成', null, null, null, null],
          [code, 'GB-110', '输出轴', 'GB-100', 2, null, '40Cr'],
          [code, 'GB-120', '轴承座', 'GB-100', null, 40, 'HT250'],
        ],
        工序: [
          ['工单号', '零件编码', '工序号', '工艺', '班组', '设备', '计划开始', '计划结束', '供应商'],
          [code, 'GB-100', 10, '装配', null, null, '2031-05-10', null, null],
          [code, 'GB-110', 10, 'C-10', 'G-1', 'L-1', '2031-05-01', '2031-05-03', null],
          [code, 'GB-110', 20, '磨', null, null, '2031-05-04', null, null],
          [code, 'GB-120', null, '铣', '铣削组', null, null, null, '热处理厂'],
        ],
      });
      expect(result).toMatchObject({ written: true, orders: 1, parts: 3, processes: 4, problemCount: 0 });
      const order = await floor.findOrder(code);
      expect(order).toMatchObject({
        name: '减速机',
        state: 'draft',
        quantity: 10,
        priority: 3,
        dueDate: '2031-05-20',
        customerId: masters.customerId,
        projectId: masters.projectId,
        planImportId: result.importId,
      });
      const parts = await floor.readParts(order.id);
      const [assembly, shaft, seat] = parts;
      expect(parts).toMatchObject([
        { code: 'GB-100', parentId: null, quantity: 10, quantityPer: 1 },
        { code: 'GB-110', parentId: assembly!.id, quantity: 20, quantityPer: 2, materialName: '40Cr' },
        { code: 'GB-120', parentId: assembly!.id, quantity: 40, quantityPer: 4 },
      ]);
      expect(await floor.readProcesses(shaft!.id)).toMatchObject([
        {
          seq: 10,
          name: '车',
          craftId: masters.crafts.车,
          workGroupId: masters.turningGroupId,
          deviceId: masters.latheId,
          plannedQuantity: 20,
          arrived: 20,
          preparationMinutes: 15,
          deviceMinutes: 4,
          manMinutes: 3,
          plannedStart: '2031-05-01',
          plannedEnd: '2031-05-03',
        },
        { seq: 20, name: '磨', plannedQuantity: 20, arrived: 0, leapfrog: true },
      ]);
      expect(await floor.readProcesses(seat!.id)).toMatchObject([
        { seq: 10, external: true, supplierId: masters.supplierId, plannedQuantity: 40 },
      ]);
      expect(await floor.readProcesses(assembly!.id)).toMatchObject([{ arrived: 0, plannedQuantity: 10 }]);
      const cards = await floor.readCards(shaft!.id);
      expect(cards).toMatchObject([{ code: `${code}-02`, quantity: 20, state: 'active' }]);
    });

    test('can have a sheet of routings by drawing number that is valid for every order', async () => {
      const [first, second] = [makeOrderCode(), makeOrderCode()];
      await plans.import({
        生产订单: [
          ['订单号', '图号', '品名', '数量'],
          [first, 'X-1', '法兰', 5],
          [second, 'X-1', '法兰', 8],
        ],
        工艺路线: [
          ['图号', '工序号', '工序'],
          ['X-1', 10, '车'],
          ['X-1', 20, '铣'],
        ],
      });
      expect(await floor.readRoutings(first)).toEqual([['X-1', '车', '铣']]);
      expect(await floor.readRoutings(second)).toEqual([['X-1', '车', '铣']]);
      expect(await floor.findOrder(second)).toMatchObject({ name: '法兰', quantity: 8 });
    });

    test('may have headings in any language and xls as format', async () => {
      const code = makeOrderCode();
      const book = {
        Orders: [
          ['Work order no.', 'Product', 'Qty', 'Delivery date'],
          [code, 'Flange', 3, '2031/4/1'],
        ],
        Operations: [
          ['Work order no.', 'Op no.', 'Operation', 'Machine'],
          [code, 5, 'C-10', '数控车床1'],
        ],
      };
      await plans.import(makeWorkbook(book, 'xls'));
      expect(await floor.findOrder(code)).toMatchObject({
        name: 'Flange',
        quantity: 3,
        dueDate: '2031-04-01',
      });
      expect(await floor.readRoutings(code)).toEqual([[code, '车']]);
    });
  });

  describe('on one sheet', () => {
    test('has one process in each row; blank and merged cells mean “as above”', async () => {
      const [first, second] = [makeOrderCode(), makeOrderCode()];
      const sheet = XLSX.utils.aoa_to_sheet([
        ['2031 年 5 月生产计划'],
        [],
        ['序号', '工单号', '产品名称', '数量', '零件号', '零件名称', '工序', '班组', '备用'],
        [1, first, '齿轮箱', 6, 'A-1', '齿轮', '车', 'G-1', 'x'],
        [2, null, null, null, null, null, '铣', null, null],
        [],
        [3, null, null, null, 'A-2', '箱体', '铣', 'G-2', null],
        [4, null, null, null, null, null, '磨', null, null],
        [5, second, '泵', 2, 'B-1', '叶轮', '车', null, null],
        ['合计', null, null, 8, null, null, null, null, null],
      ]);
      // Merges the cells of the order (rows 4 to 8), of the group (rows 7 and 8) and of a title over all columns.
      sheet['!merges'] = ['A1:I1', 'B4:B8', 'H7:H8'].map((area) => XLSX.utils.decode_range(area));
      const workbook = XLSX.utils.book_new(sheet, 'Sheet1');
      const content = XLSX.write(workbook, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
      const checkResult = await plans.check(content);
      expect(checkResult.problems).toEqual([]);
      expect(checkResult.warnings.map(({ column, reason }) => [column, reason])).toEqual([
        ['序号', '无法识别，此列不导入'],
        ['备用', '无法识别，此列不导入'],
        [null, '合计行，不导入'],
      ]);
      await plans.import(content);
      expect(await floor.readRoutings(first)).toEqual([
        ['A-1', '车', '铣'],
        ['A-2', '铣', '磨'],
      ]);
      expect(await floor.readRoutings(second)).toEqual([['B-1', '车']]);
      const [, housing] = await floor.readParts((await floor.findOrder(first)).id);
      expect((await floor.readProcesses(housing!.id)).map(({ workGroupId }) => workGroupId)).toEqual([
        masters.millingGroupId,
        masters.millingGroupId,
      ]);
    });

    test.each([
      ['车-铣-磨', ['车', '铣', '磨']],
      ['车→铣→磨', ['车', '铣', '磨']],
      ['车、铣、磨', ['车', '铣', '磨']],
      ['车 > 铣 > 磨', ['车', '铣', '磨']],
      ['C-10 - CNC-5-AX - C-30', ['车', '五轴-加工', '磨']],
      ['车-五轴-加工-磨', ['车', '五轴-加工', '磨']],
      ['１０ 车 -> ２０ 铣', ['车', '铣']],
      ['1.车\n2.磨', ['车', '磨']],
      ['五轴-加工', ['五轴-加工']],
    ])('has its routing in one cell: %s', async (routing, names) => {
      const code = makeOrderCode();
      await plans.import(makeFlatPlan(['工单号', '名称', '数量', '工艺路线'], [code, '轴', 4, routing]));
      expect(await floor.readRoutings(code)).toEqual([[code, ...names]]);
    });

    test('has dates as text and as serial numbers, full-width digits and trailing blanks', async () => {
      const code = makeOrderCode();
      const fullWidthCode = [...code]
        .map((letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))
        .join('');
      const dates = [
        '2031/3/5',
        '2031年3月5日',
        '20310305',
        20310305,
        '2031.03.05 ',
        '２０３１－３－５',
        47912,
        '47912',
      ];
      await plans.import(
        makeFlatPlan(
          ['工单号 ', ' 工单名称', '工单数量', '零件编码', '零件名称', '工艺', '计划开始'],
          ...dates.map((date, index) => [
            index % 2 === 0 ? fullWidthCode : `${code}  `,
            ' 轴 ',
            index % 2 === 0 ? '１２' : 12,
            `D-${index}`,
            '　套　',
            index % 2 === 0 ? '车 ' : 'Ｃ－１０',
            date,
          ]),
        ),
      );
      const order = await floor.findOrder(code);
      expect(order).toMatchObject({ name: '轴', quantity: 12 });
      const parts = await floor.readParts(order.id);
      expect(parts.map(({ name }) => name)).toEqual(dates.map(() => '套'));
      for (const { id } of parts)
        expect(await floor.readProcesses(id)).toMatchObject([{ name: '车', plannedStart: '2031-03-05' }]);
    });

    test('converts times of other units, and takes what a craft says where a cell is empty', async () => {
      const code = makeOrderCode();
      await plans.import(
        makeFlatPlan(
          ['工单号', '工单名称', '工单数量', '工艺', '单件机时(小时)', '准备工时 (分钟)'],
          [code, '轴', 1, '车', 0.5, null],
        ),
      );
      const [part] = await floor.readParts((await floor.findOrder(code)).id);
      expect(await floor.readProcesses(part!.id)).toMatchObject([
        { deviceMinutes: 30, preparationMinutes: 15 },
      ]);
    });

    test('gets the time that the formula of a craft gives for the quantity and size of each part, unless it names a time', async () => {
      const formula = await floor.server.admin.call<{ id: number }>(`${entities.formula.path}/save`, {
        code: 'F-1',
        name: '按面积',
        expression: '60 / quantity + 长 * 宽 / 1000',
        inputs: ['quantity', '长', '宽'].map((name) => ({ name, testValue: 10 })),
      });
      await floor.server.admin.call(`${entities.craft.path}/save`, {
        code: 'C-40',
        name: '线切割',
        deviceMinutes: 30,
        deviceFormulaId: formula.id,
      });
      const code = makeOrderCode();
      await plans.import(
        makeFlatPlan(
          ['工单号', '工单名称', '工单数量', '零件编码', '零件名称', '尺寸', '工艺', '单件机时'],
          [code, '模具', 5, 'M-1', '凸模', '100×100', '线切割', null],
          [code, '模具', 5, 'M-2', '凹模', '100×200', '线切割', null],
          [code, '模具', 5, 'M-3', '垫板', null, '线切割', null],
          [code, '模具', 5, 'M-4', '导柱', '100×100', '线切割', 7],
        ),
      );
      const parts = await floor.readParts((await floor.findOrder(code)).id);
      const processes = await Promise.all(parts.map(({ id }) => floor.readProcesses(id)));
      // A part without a size gets the time of the craft.
      expect(processes.map(([process]) => process!.deviceMinutes)).toEqual([22, 32, 30, 7]);
    });

    test('is read by the material column mapping of the factory', async () => {
      await floor.server.admin.call(`${entities.materialColumnMapping.path}/save`, {
        name: 'Nordlicht',
        columns: [
          { materialField: 'code', columnHeader: 'Artikelnummer' },
          { materialField: 'name', columnHeader: 'Bezeichnung' },
          { materialField: 'defaultQuantity', columnHeader: 'Menge je 100', factor: 0.01 },
          { materialField: 'defaultSpec', columnHeader: 'Werkstoff', defaultValue: 'S235' },
          { materialField: 'unit', columnHeader: null, defaultValue: 'KG' },
        ],
      });
      const code = makeOrderCode();
      const result = await plans.import(
        makeFlatPlan(
          ['Work order no.', 'Artikelnummer', 'Bezeichnung', 'Menge je 100', 'Werkstoff', 'Routing'],
          [code, 'N-1', 'Welle', 500, 'C45', '车→磨'],
          [code, 'N-2', 'Gehäuse', 700, null, '铣'],
        ),
      );
      expect(result.mappings).toEqual(['Nordlicht']);
      expect(await floor.readParts((await floor.findOrder(code)).id)).toMatchObject([
        { code: 'N-1', name: 'Welle', quantity: 5, spec: 'C45' },
        { code: 'N-2', name: 'Gehäuse', quantity: 7, spec: 'S235' },
      ]);
    });
  });
});
