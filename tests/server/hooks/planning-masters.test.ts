import { beforeAll, expect, it } from 'vitest';
import type { Entity } from '#shared/entities/index.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, type TestFactory, type RefusedCallError } from '#tests/support/floor.ts';

const BASIC_DATA_PATH = '/mes/system/basic';

describeForEachDatabase('The master data of planning', (database) => {
  let factory: TestFactory;
  let codeCount = 0;
  const makeCode = () => `C${codeCount++}`;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
  });

  const save = <R = { id: number; version: number }>(path: string, fields: Record<string, unknown>) =>
    factory.call<R & { id: number; version: number }>(`${path}/save`, fields);
  const readRefusal = async (call: Promise<unknown>) => {
    const error = await call.then(
      () => null,
      (reason: unknown) => reason as RefusedCallError,
    );
    return error ? [error.code, ...Object.keys(error.fields)] : ['accepted'];
  };
  const addNode = (fields: Record<string, unknown> = {}) =>
    save('/mes/orderPlan', { code: makeCode(), name: 'Casting', ...fields });
  const addTemplate = (nodes: unknown[], fields: Record<string, unknown> = {}) =>
    save<Entity<'masterPlanTemplate'>>('/mes/system/masterPlanTemplate', {
      code: makeCode(),
      name: 'Mould',
      nodes,
      ...fields,
    });
  const addCraft = (name: string, fields: Record<string, unknown> = {}) =>
    save(`${BASIC_DATA_PATH}/crafts`, { code: makeCode(), name, ...fields });

  it('requires of a node the fields that its type needs', async () => {
    expect(await readRefusal(addNode({ nodeType: 'departmentTask' }))).toEqual([
      'fieldsInvalid',
      'departmentId',
    ]);
    expect(await readRefusal(addNode({ nodeType: 'boundToCrafts' }))).toEqual(['fieldsInvalid', 'craftIds']);
    const { id } = await addCraft('Milling');
    expect(await readRefusal(addNode({ nodeType: 'boundToCrafts', craftIds: [id] }))).toEqual(['accepted']);
  });

  it('keeps the type of a node in a template, and deletes no node that is in use', async () => {
    const { id, version } = await addNode();
    const { id: templateId } = await addTemplate([{ seq: 10, nodeId: id }]);
    const department = await save(`${BASIC_DATA_PATH}/department`, { code: makeCode(), name: 'Design' });
    const nodeTypeChange = { id, version, nodeType: 'departmentTask', departmentId: department.id };
    expect(await readRefusal(save('/mes/orderPlan', nodeTypeChange))).toEqual(['nodeTypeFixed', 'nodeType']);
    expect(await readRefusal(factory.call('/mes/orderPlan/delete', { ids: [id] }))).toEqual(['inUse']);
    const renamedNode = await save('/mes/orderPlan', { id, version, name: 'Casting and cleaning' });
    await factory.call('/mes/system/masterPlanTemplate/delete', { ids: [templateId] });
    expect(
      await readRefusal(save('/mes/orderPlan', { ...nodeTypeChange, version: renamedNode.version })),
    ).toEqual(['accepted']);
  });

  it('lets no node follow itself, and lists the nodes at the specified path', async () => {
    const first = await addNode();
    const second = await addNode({ predecessorId: first.id });
    const third = await addNode({ predecessorId: second.id });
    const trySetPredecessor = (predecessorId: number) =>
      readRefusal(save('/mes/orderPlan', { id: first.id, version: first.version, predecessorId }));
    for (const { id } of [first, second, third])
      expect(await trySetPredecessor(id)).toEqual(['cyclicPlan', 'predecessorId']);
    const listedNodes = await factory.call<{ id: number }[]>('/mes/orderPlan/list', {});
    expect(listedNodes.map((row) => row.id)).toEqual(expect.arrayContaining([first.id, second.id, third.id]));
  });

  it('completes a template from its nodes, and refuses a template with wrong lines', async () => {
    const [firstNode, secondNode] = [
      await addNode({ estimatedHours: 40, postpositionDays: 2, relation: 'startToStart' }),
      await addNode({ estimatedHours: 8 }),
    ];
    const lines = [
      { seq: 10, nodeId: secondNode.id },
      { seq: 20, nodeId: firstNode.id, afterSeq: 10, estimatedHours: 16 },
    ];
    expect((await addTemplate(lines)).nodes).toMatchObject([
      { seq: 10, estimatedHours: 8, relation: 'finishToStart', postpositionDays: 0 },
      { seq: 20, estimatedHours: 16, relation: 'startToStart', postpositionDays: 2, afterSeq: 10 },
    ]);
    expect(await readRefusal(addTemplate(lines, { name: ' ' }))).toEqual(['fieldsInvalid', 'name']);
    expect(await readRefusal(addTemplate(lines, { code: null }))).toEqual(['fieldsInvalid', 'code']);
    const tryChangedLine = (at: number, fields: object) =>
      readRefusal(addTemplate(lines.map((line, index) => (index === at ? { ...line, ...fields } : line))));
    expect(await tryChangedLine(1, { seq: 10, afterSeq: null })).toEqual(['fieldsInvalid', 'nodes[1].seq']);
    expect(await tryChangedLine(1, { nodeId: secondNode.id })).toEqual(['fieldsInvalid', 'nodes[1].nodeId']);
    expect(await tryChangedLine(1, { afterSeq: 30 })).toEqual(['fieldsInvalid', 'nodes[1].afterSeq']);
    expect(await tryChangedLine(0, { afterSeq: 20 })).toEqual(['planNodesCycle', 'nodes']);
  });

  it('saves a formula that works, and says where another is wrong', async () => {
    const inputs = [
      { name: '直径', unit: 'mm', testValue: 40 },
      { name: '长度', unit: 'mm', testValue: 120 },
    ];
    const addFormula = (fields: Record<string, unknown>) =>
      save<Entity<'formula'>>(`${BASIC_DATA_PATH}/formula`, {
        code: makeCode(),
        name: 'Weight',
        inputs,
        ...fields,
      });
    const expression = 'pi() / 4 * 直径^2 * 长度 * 7.85 / 1000000';
    const saved = await addFormula({ expression });
    expect(saved.testResult).toBe(1.1838);
    const refusal = await addFormula({ expression: '直径 * 宽度' }).catch((error: RefusedCallError) => error);
    expect(refusal).toMatchObject({
      code: 'formulaInvalid',
      params: { position: 6, found: '宽度' },
      fields: { expression: 'Something is wrong at character 6' },
    });
    expect(await readRefusal(addFormula({ expression: '直径 / 0' }))).toEqual([
      'formulaInvalid',
      'expression',
    ]);
    const tryInputName = (name: string) =>
      readRefusal(addFormula({ expression: '1', inputs: [{ name, testValue: 1 }] }));
    for (const name of ['max', 'IF', 'a b', '2a', 'a.b'])
      expect(await tryInputName(name)).toEqual(['fieldsInvalid', 'inputs[0].name']);
    expect(await readRefusal(addFormula({ expression, inputs: [...inputs, inputs[0]] }))).toEqual([
      'fieldsInvalid',
      'inputs[2].name',
    ]);
    // An input that the expression uses cannot be removed.
    expect(
      await readRefusal(
        save(`${BASIC_DATA_PATH}/formula`, { id: saved.id, version: saved.version, inputs: [inputs[0]] }),
      ),
    ).toEqual(['formulaInvalid', 'expression']);
    const checkFormula = (text: string, tries: unknown[] = []) =>
      factory.call(`${BASIC_DATA_PATH}/formula/check`, { expression: text, inputs, tries });
    expect(await checkFormula('直径 * 2', [{ row: 1, input: '直径', value: 3 }])).toEqual({
      result: 80,
      tries: [80, 6],
      problem: null,
    });
    expect(await checkFormula('直径 *', [{ row: 0, input: '直径', value: 3 }])).toEqual({
      result: null,
      tries: [null],
      problem: { position: 5, reason: 'something is missing' },
    });
  });

  it('has one schedule setting per factory, with each rule at most once', async () => {
    const addCostSetting = (fields: Record<string, unknown>) =>
      save(`${BASIC_DATA_PATH}/cycleScheduleSetting`, fields);
    const repeatedRule = { rules: [{ rule: 'byDueDate' }, { rule: 'byDueDate' }] };
    expect(await readRefusal(addCostSetting(repeatedRule))).toEqual(['fieldsInvalid', 'rules[1].rule']);
    const outcomes = await Promise.all([readRefusal(addCostSetting({})), readRefusal(addCostSetting({}))]);
    expect(outcomes.flat().sort()).toEqual(['accepted', 'onlyOne']);
    const otherFactory = await createTestFactory(factory.connection);
    await otherFactory.call(`${BASIC_DATA_PATH}/cycleScheduleSetting/save`, { horizonDays: 30 });
  });

  it('has at most one rate and one share key per day', async () => {
    const addCostType = (...days: string[]) =>
      save<Entity<'costType'>>(`${BASIC_DATA_PATH}/costType`, {
        code: makeCode(),
        name: 'Machining',
        rates: days.map((validFrom) => ({ validFrom, manHourRate: 38 })),
      });
    expect(await readRefusal(addCostType('2026-01-01', '2026-01-01'))).toEqual([
      'fieldsInvalid',
      'rates[1].validFrom',
    ]);
    const costType = await addCostType('2026-03-01', '2026-01-01', '2026-02-01');
    expect(costType.rates.map((rate) => rate.validFrom)).toEqual(['2026-01-01', '2026-02-01', '2026-03-01']);
    const department = await save(`${BASIC_DATA_PATH}/department`, { code: makeCode(), name: 'Tool shop' });
    const saveWithShare = (fields: Record<string, unknown>) =>
      readRefusal(
        save(`${BASIC_DATA_PATH}/costShareSetting`, {
          costTypeId: costType.id,
          validFrom: '2026-01-01',
          ...fields,
        }),
      );
    expect(await saveWithShare({})).toEqual(['accepted']);
    expect(await saveWithShare({ shareKey: 'directCost' })).toEqual(['costShareTaken', 'validFrom']);
    expect(await saveWithShare({ departmentId: department.id })).toEqual(['accepted']);
    expect(await saveWithShare({ departmentId: department.id })).toEqual(['costShareTaken', 'validFrom']);
    expect(await saveWithShare({ validFrom: '2026-02-01' })).toEqual(['accepted']);
  });

  it('maps each field of a material once, by a heading or a default value', async () => {
    const makeColumn = (materialField: string, fields: object = {}) => ({
      materialField,
      columnHeader: materialField,
      ...fields,
    });
    const tryMapping = (...columns: object[]) =>
      readRefusal(save(`${BASIC_DATA_PATH}/materialColumnMapping`, { name: makeCode(), columns }));
    const [codeColumn, nameColumn] = [makeColumn('code'), makeColumn('name')];
    expect(await tryMapping(codeColumn, nameColumn, makeColumn('standardPrice', { factor: 0.001 }))).toEqual([
      'accepted',
    ]);
    expect(await tryMapping(codeColumn)).toEqual(['fieldsInvalid', 'columns']);
    expect(await tryMapping(codeColumn, nameColumn, { ...codeColumn, columnHeader: 'x' })).toEqual([
      'fieldsInvalid',
      'columns[2].materialField',
    ]);
    expect(await tryMapping(codeColumn, nameColumn, makeColumn('unit', { columnHeader: 'name' }))).toEqual([
      'fieldsInvalid',
      'columns[2].columnHeader',
    ]);
    expect(await tryMapping(codeColumn, nameColumn, makeColumn('unit', { columnHeader: null }))).toEqual([
      'fieldsInvalid',
      'columns[2].columnHeader',
    ]);
    expect(await tryMapping(codeColumn, nameColumn, makeColumn('unit', { factor: 2 }))).toEqual([
      'fieldsInvalid',
      'columns[2].factor',
    ]);
    expect(
      await tryMapping(codeColumn, nameColumn, makeColumn('standardPrice', { defaultValue: 'cheap' })),
    ).toEqual(['fieldsInvalid', 'columns[2].defaultValue']);
  });

  it('measures a characteristic between its limits', async () => {
    const { id: craftId } = await addCraft('Grinding');
    const saveLimits = (fields: object) =>
      readRefusal(
        save('/mes/system/params/sip', {
          code: makeCode(),
          name: 'Shaft',
          craftId,
          characteristics: [{ seq: 1, name: 'Diameter', ...fields }],
        }),
      );
    expect(await saveLimits({ nominal: 40, lower: 39.98, upper: 40.02 })).toEqual(['accepted']);
    expect(await saveLimits({ upper: 0.8 })).toEqual(['accepted']);
    expect(await saveLimits({ kind: 'judged' })).toEqual(['accepted']);
    expect(await saveLimits({ nominal: 40, lower: 40.01 })).toEqual([
      'fieldsInvalid',
      'characteristics[0].lower',
    ]);
    expect(await saveLimits({ nominal: 40, upper: 39.9 })).toEqual([
      'fieldsInvalid',
      'characteristics[0].upper',
    ]);
    expect(await saveLimits({ lower: 2, upper: 1 })).toEqual(['fieldsInvalid', 'characteristics[0].upper']);
    expect(await saveLimits({})).toEqual(['fieldsInvalid', 'characteristics[0].nominal']);
    expect(await saveLimits({ kind: 'judged', upper: 1 })).toEqual([
      'fieldsInvalid',
      'characteristics[0].upper',
    ]);
  });

  it('refuses a downtime that ends before it starts, and adds up the capacity of a group', async () => {
    const addDevice = (downUntil: string) =>
      save(`${BASIC_DATA_PATH}/device`, {
        code: makeCode(),
        name: 'Lathe',
        normalCapacity: 16,
        maximumCapacity: 22,
        downtimes: [{ downFrom: '2026-03-02T01:00:00Z', downUntil, remark: 'Overhaul' }],
      });
    expect(await readRefusal(addDevice('2026-03-02T00:00:00Z'))).toEqual([
      'startAfterEnd',
      'downtimes[0].downUntil',
    ]);
    const { id } = await addDevice('2026-03-03T00:00:00Z');
    const scrappedDevice = await save(`${BASIC_DATA_PATH}/device`, {
      code: makeCode(),
      name: 'Old',
      normalCapacity: 8,
      status: 'scrapped',
    });
    const people = [
      await save(`${BASIC_DATA_PATH}/employee`, {
        code: makeCode(),
        name: 'A',
        normalCapacity: 8,
        budgetCapacity: 7.5,
      }),
      await save(`${BASIC_DATA_PATH}/employee`, {
        code: makeCode(),
        name: 'B',
        normalCapacity: 8,
        workingStatus: 'quit',
      }),
    ];
    expect(
      await factory.call(`${BASIC_DATA_PATH}/group/capacity`, {
        employeeIds: people.map((person) => person.id),
        deviceIds: [id, scrappedDevice.id],
      }),
    ).toEqual({
      devices: { normal: 16, maximum: 22, budget: 0 },
      people: { normal: 8, maximum: null, budget: 7.5 },
    });
  });
});
