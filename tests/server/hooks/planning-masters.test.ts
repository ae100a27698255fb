import { beforeAll, expect, it } from 'vitest';
import type { Entity } from '#shared/entities/index.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, type TestFactory, type RefusedCallError } from '#tests/support/floor.ts';

const BASIC_DATA_PATH = '/mes/system/basic';

describeForEachDatabase('What planners and technologists keep', (database) => {
  let floor: TestFactory;
  let made = 0;
  const code = () => `C${made++}`;
  beforeAll(async () => {
    floor = await createTestFactory(await database.open());
  });

  const save = <R = { id: number; version: number }>(path: string, fields: Record<string, unknown>) =>
    floor.call<R & { id: number; version: number }>(`${path}/save`, fields);
  const refused = async (saving: Promise<unknown>) => {
    const error = await saving.then(
      () => null,
      (reason: unknown) => reason as RefusedCallError,
    );
    return error ? [error.code, ...Object.keys(error.fields)] : ['accepted'];
  };
  const node = (fields: Record<string, unknown> = {}) =>
    save('/mes/orderPlan', { code: code(), name: 'Casting', ...fields });
  const template = (nodes: unknown[], fields: Record<string, unknown> = {}) =>
    save<Entity<'masterPlanTemplate'>>('/mes/system/masterPlanTemplate', {
      code: code(),
      name: 'Mould',
      nodes,
      ...fields,
    });
  const craft = (name: string, fields: Record<string, unknown> = {}) =>
    save(`${BASIC_DATA_PATH}/crafts`, { code: code(), name, ...fields });

  it('asks of a node what its type needs', async () => {
    expect(await refused(node({ nodeType: 'departmentTask' }))).toEqual(['fieldsInvalid', 'departmentId']);
    expect(await refused(node({ nodeType: 'boundToCrafts' }))).toEqual(['fieldsInvalid', 'craftIds']);
    const { id } = await craft('Milling');
    expect(await refused(node({ nodeType: 'boundToCrafts', craftIds: [id] }))).toEqual(['accepted']);
  });

  it('keeps the type of a node while a template has it, and deletes none that is used', async () => {
    const { id, version } = await node();
    const { id: templateId } = await template([{ seq: 10, nodeId: id }]);
    const department = await save(`${BASIC_DATA_PATH}/department`, { code: code(), name: 'Design' });
    const nodeTypeChange = { id, version, nodeType: 'departmentTask', departmentId: department.id };
    expect(await refused(save('/mes/orderPlan', nodeTypeChange))).toEqual(['nodeTypeFixed', 'nodeType']);
    expect(await refused(floor.call('/mes/orderPlan/delete', { ids: [id] }))).toEqual(['inUse']);
    const renamed = await save('/mes/orderPlan', { id, version, name: 'Casting and cleaning' });
    await floor.call('/mes/system/masterPlanTemplate/delete', { ids: [templateId] });
    expect(await refused(save('/mes/orderPlan', { ...nodeTypeChange, version: renamed.version }))).toEqual([
      'accepted',
    ]);
  });

  it('has no node follow itself, and answers the list by the specified path', async () => {
    const first = await node();
    const second = await node({ predecessorId: first.id });
    const third = await node({ predecessorId: second.id });
    const follow = (predecessorId: number) =>
      refused(save('/mes/orderPlan', { id: first.id, version: first.version, predecessorId }));
    for (const { id } of [first, second, third])
      expect(await follow(id)).toEqual(['cyclicPlan', 'predecessorId']);
    const listed = await floor.call<{ id: number }[]>('/mes/orderPlan/list', {});
    expect(listed.map((one) => one.id)).toEqual(expect.arrayContaining([first.id, second.id, third.id]));
  });

  it('completes a template from its nodes, and refuses one that cannot be drawn', async () => {
    const [one, two] = [
      await node({ estimatedHours: 40, postpositionDays: 2, relation: 'startToStart' }),
      await node({ estimatedHours: 8 }),
    ];
    const lines = [
      { seq: 10, nodeId: two.id },
      { seq: 20, nodeId: one.id, afterSeq: 10, estimatedHours: 16 },
    ];
    expect((await template(lines)).nodes).toMatchObject([
      { seq: 10, estimatedHours: 8, relation: 'finishToStart', postpositionDays: 0 },
      { seq: 20, estimatedHours: 16, relation: 'startToStart', postpositionDays: 2, afterSeq: 10 },
    ]);
    expect(await refused(template(lines, { name: ' ' }))).toEqual(['fieldsInvalid', 'name']);
    expect(await refused(template(lines, { code: null }))).toEqual(['fieldsInvalid', 'code']);
    const changed = (at: number, fields: object) =>
      refused(template(lines.map((line, index) => (index === at ? { ...line, ...fields } : line))));
    expect(await changed(1, { seq: 10, afterSeq: null })).toEqual(['fieldsInvalid', 'nodes[1].seq']);
    expect(await changed(1, { nodeId: two.id })).toEqual(['fieldsInvalid', 'nodes[1].nodeId']);
    expect(await changed(1, { afterSeq: 30 })).toEqual(['fieldsInvalid', 'nodes[1].afterSeq']);
    expect(await changed(0, { afterSeq: 20 })).toEqual(['cyclicPlan', 'nodes']);
  });

  it('keeps a formula once it works, and says where one does not', async () => {
    const inputs = [
      { name: '直径', unit: 'mm', testValue: 40 },
      { name: '长度', unit: 'mm', testValue: 120 },
    ];
    const formula = (fields: Record<string, unknown>) =>
      save<Entity<'formula'>>(`${BASIC_DATA_PATH}/formula`, {
        code: code(),
        name: 'Weight',
        inputs,
        ...fields,
      });
    const expression = 'pi() / 4 * 直径^2 * 长度 * 7.85 / 1000000';
    const kept = await formula({ expression });
    expect(kept.testResult).toBe(1.1838);
    const wrong = await formula({ expression: '直径 * 宽度' }).catch((error: RefusedCallError) => error);
    expect(wrong).toMatchObject({
      code: 'formulaInvalid',
      params: { position: 6, found: '宽度' },
      fields: { expression: 'Something is wrong at character 6' },
    });
    expect(await refused(formula({ expression: '直径 / 0' }))).toEqual(['formulaInvalid', 'expression']);
    const named = (name: string) => refused(formula({ expression: '1', inputs: [{ name, testValue: 1 }] }));
    for (const name of ['max', 'IF', 'a b', '2a', 'a.b'])
      expect(await named(name)).toEqual(['fieldsInvalid', 'inputs[0].name']);
    expect(await refused(formula({ expression, inputs: [...inputs, inputs[0]] }))).toEqual([
      'fieldsInvalid',
      'inputs[2].name',
    ]);
    // An input that the expression uses cannot be removed.
    expect(
      await refused(
        save(`${BASIC_DATA_PATH}/formula`, { id: kept.id, version: kept.version, inputs: [inputs[0]] }),
      ),
    ).toEqual(['formulaInvalid', 'expression']);
    const check = (text: string, tries: unknown[] = []) =>
      floor.call(`${BASIC_DATA_PATH}/formula/check`, { expression: text, inputs, tries });
    expect(await check('直径 * 2', [{ row: 1, input: '直径', value: 3 }])).toEqual({
      result: 80,
      tries: [80, 6],
      problem: null,
    });
    expect(await check('直径 *', [{ row: 0, input: '直径', value: 3 }])).toEqual({
      result: null,
      tries: [null],
      problem: { position: 5, reason: 'something is missing' },
    });
  });

  it('schedules by one setting a factory, in which a rule stands once', async () => {
    const setting = (fields: Record<string, unknown>) =>
      save(`${BASIC_DATA_PATH}/cycleScheduleSetting`, fields);
    const twice = { rules: [{ rule: 'byDueDate' }, { rule: 'byDueDate' }] };
    expect(await refused(setting(twice))).toEqual(['fieldsInvalid', 'rules[1].rule']);
    const both = await Promise.all([refused(setting({})), refused(setting({}))]);
    expect(both.flat().sort()).toEqual(['accepted', 'onlyOne']);
    const other = await createTestFactory(floor.connection);
    await other.call(`${BASIC_DATA_PATH}/cycleScheduleSetting/save`, { horizonDays: 30 });
  });

  it('holds one rate, one piece price and one key a day', async () => {
    const rates = (...days: string[]) =>
      save<Entity<'costType'>>(`${BASIC_DATA_PATH}/costType`, {
        code: code(),
        name: 'Machining',
        rates: days.map((validFrom) => ({ validFrom, manHourRate: 38 })),
      });
    expect(await refused(rates('2026-01-01', '2026-01-01'))).toEqual(['fieldsInvalid', 'rates[1].validFrom']);
    const costType = await rates('2026-03-01', '2026-01-01', '2026-02-01');
    expect(costType.rates.map((rate) => rate.validFrom)).toEqual(['2026-01-01', '2026-02-01', '2026-03-01']);
    const department = await save(`${BASIC_DATA_PATH}/department`, { code: code(), name: 'Tool shop' });
    const share = (fields: Record<string, unknown>) =>
      refused(
        save(`${BASIC_DATA_PATH}/costShareSetting`, {
          costTypeId: costType.id,
          validFrom: '2026-01-01',
          ...fields,
        }),
      );
    expect(await share({})).toEqual(['accepted']);
    expect(await share({ shareKey: 'directCost' })).toEqual(['costShareTaken', 'validFrom']);
    expect(await share({ departmentId: department.id })).toEqual(['accepted']);
    expect(await share({ departmentId: department.id })).toEqual(['costShareTaken', 'validFrom']);
    expect(await share({ validFrom: '2026-02-01' })).toEqual(['accepted']);
  });

  it('maps each field of a material once, by a heading or by what stands in for it', async () => {
    const column = (materialField: string, fields: object = {}) => ({
      materialField,
      columnHeader: materialField,
      ...fields,
    });
    const mapping = (...columns: object[]) =>
      refused(save(`${BASIC_DATA_PATH}/materialColumnMapping`, { name: code(), columns }));
    const [number, name] = [column('code'), column('name')];
    expect(await mapping(number, name, column('standardPrice', { factor: 0.001 }))).toEqual(['accepted']);
    expect(await mapping(number)).toEqual(['fieldsInvalid', 'columns']);
    expect(await mapping(number, name, { ...number, columnHeader: 'x' })).toEqual([
      'fieldsInvalid',
      'columns[2].materialField',
    ]);
    expect(await mapping(number, name, column('unit', { columnHeader: 'name' }))).toEqual([
      'fieldsInvalid',
      'columns[2].columnHeader',
    ]);
    expect(await mapping(number, name, column('unit', { columnHeader: null }))).toEqual([
      'fieldsInvalid',
      'columns[2].columnHeader',
    ]);
    expect(await mapping(number, name, column('unit', { factor: 2 }))).toEqual([
      'fieldsInvalid',
      'columns[2].factor',
    ]);
    expect(await mapping(number, name, column('standardPrice', { defaultValue: 'cheap' }))).toEqual([
      'fieldsInvalid',
      'columns[2].defaultValue',
    ]);
  });

  it('measures a characteristic between its limits', async () => {
    const { id: craftId } = await craft('Grinding');
    const measured = (fields: object) =>
      refused(
        save('/mes/system/params/sip', {
          code: code(),
          name: 'Shaft',
          craftId,
          characteristics: [{ seq: 1, name: 'Diameter', ...fields }],
        }),
      );
    expect(await measured({ nominal: 40, lower: 39.98, upper: 40.02 })).toEqual(['accepted']);
    expect(await measured({ upper: 0.8 })).toEqual(['accepted']);
    expect(await measured({ kind: 'judged' })).toEqual(['accepted']);
    expect(await measured({ nominal: 40, lower: 40.01 })).toEqual([
      'fieldsInvalid',
      'characteristics[0].lower',
    ]);
    expect(await measured({ nominal: 40, upper: 39.9 })).toEqual([
      'fieldsInvalid',
      'characteristics[0].upper',
    ]);
    expect(await measured({ lower: 2, upper: 1 })).toEqual(['fieldsInvalid', 'characteristics[0].upper']);
    expect(await measured({})).toEqual(['fieldsInvalid', 'characteristics[0].nominal']);
    expect(await measured({ kind: 'judged', upper: 1 })).toEqual([
      'fieldsInvalid',
      'characteristics[0].upper',
    ]);
  });

  it('plans no device down backwards, and adds up what a group’s resources can do', async () => {
    const down = (downUntil: string) =>
      save(`${BASIC_DATA_PATH}/device`, {
        code: code(),
        name: 'Lathe',
        normalCapacity: 16,
        maximumCapacity: 22,
        downtimes: [{ downFrom: '2026-03-02T01:00:00Z', downUntil, remark: 'Overhaul' }],
      });
    expect(await refused(down('2026-03-02T00:00:00Z'))).toEqual(['startAfterEnd', 'downtimes[0].downUntil']);
    const { id } = await down('2026-03-03T00:00:00Z');
    const scrapped = await save(`${BASIC_DATA_PATH}/device`, {
      code: code(),
      name: 'Old',
      normalCapacity: 8,
      status: 'scrapped',
    });
    const people = [
      await save(`${BASIC_DATA_PATH}/employee`, {
        code: code(),
        name: 'A',
        normalCapacity: 8,
        budgetCapacity: 7.5,
      }),
      await save(`${BASIC_DATA_PATH}/employee`, {
        code: code(),
        name: 'B',
        normalCapacity: 8,
        workingStatus: 'quit',
      }),
    ];
    expect(
      await floor.call(`${BASIC_DATA_PATH}/group/capacity`, {
        employeeIds: people.map((one) => one.id),
        deviceIds: [id, scrapped.id],
      }),
    ).toEqual({
      devices: { normal: 16, maximum: 22, budget: 0 },
      people: { normal: 8, maximum: null, budget: 7.5 },
    });
  });
});
