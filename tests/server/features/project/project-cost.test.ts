import { beforeAll, expect, it } from 'vitest';
import type { ProjectCost, ProjectCostSum } from '#shared/planning/project-figures.ts';
import { addDays } from '#shared/rules/days.ts';
import { toLocalDay } from '#shared/rules/wall-clock.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import {
  createTestFactory,
  readRefusalCode,
  type CreatedOrder,
  type TestFactory,
} from '#tests/support/floor.ts';
import { finishWork, startWork } from '#tests/support/reports.ts';

const TODAY = toLocalDay('Asia/Shanghai', Date.now());
const WORK_DAY = addDays(TODAY, -3);
const VALID_FROM = '2026-01-01';

describeForEachDatabase('The cost of a project', (database) => {
  let factory: TestFactory;
  let codeCount = 0;
  const saveRecord = async (path: string, fields: Record<string, unknown>) =>
    (await factory.call<{ id: number }>(`${path}/save`, { code: `C${codeCount++}`, ...fields })).id;
  const saveProject = (fields: Record<string, unknown>) =>
    saveRecord('/mes/project', { name: 'Mould', ...fields });
  const readCost = (id: number) => factory.call<ProjectCost>('/mes/project/cost', { id });
  const ids: Record<string, number> = {};
  let lineCount = 0;
  const importReports = async (rows: Record<string, unknown>[]) => {
    const { verdicts } = await factory.call<{ verdicts: { ok: boolean }[] }>('/mes/report/import', {
      source: 'cost',
      rows: JSON.stringify(
        rows.map((row) => ({ line: ++lineCount, phase: 'run', deviceId: null, people: [], good: 1, ...row })),
      ),
    });
    expect(verdicts.filter(({ ok }) => !ok)).toEqual([]);
  };
  const addOrder = async (projectId: number | null, steps: Record<string, unknown>[]) => {
    const order = await factory.createOrder(
      10,
      steps.map((step) => ({ name: 'Step', manMachineRatio: 1, leapfrogAllowed: true, ...step })),
    );
    await factory.call('/mes/order/save', { id: order.id, version: order.version, projectId });
    return order;
  };
  const makeTimeSpan = (hour: number, minutes: number) => ({
    startedAt: `${WORK_DAY}T${String(hour).padStart(2, '0')}:00`,
    endedAt: `${WORK_DAY}T${String(hour).padStart(2, '0')}:${minutes}`,
  });
  const listAmounts = ({ lines }: ProjectCostSum) =>
    lines.map((line) => [
      line.costTypeName,
      line.budget,
      line.labourCost,
      line.deviceCost,
      line.actualCost,
      line.unpricedReports,
    ]);

  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    const rates = [{ validFrom: VALID_FROM, deviceHourRate: 60, manHourRate: 30 }];
    ids['milling'] = await saveRecord('/mes/system/basic/costType', { code: 'A', name: 'Milling', rates });
    ids['turning'] = await saveRecord('/mes/system/basic/costType', { code: 'B', name: 'Turning' });
    ids['wang'] = await saveRecord('/mes/system/basic/employee', { name: 'Wang' });
    ids['li'] = await saveRecord('/mes/system/basic/employee', { name: 'Li' });
    ids['mill'] = await saveRecord('/mes/system/basic/device', { name: 'Mill' });
    ids['lathe'] = await saveRecord('/mes/system/basic/device', { name: 'Lathe' });
  });

  it('is the labour and machine cost of the closed reports, compared with the budget by cost type', async () => {
    const project = await saveProject({
      contractAmount: 5000,
      budgetAmount: 1000,
      budget: [
        { costTypeId: ids['milling'], amount: 300.5 },
        { costTypeId: ids['turning'], amount: 200 },
      ],
    });
    const subproject = await saveProject({
      parentId: project,
      contractAmount: 70,
      budget: [{ costTypeId: ids['milling'], amount: 50 }],
    });
    const lowest = await saveProject({ parentId: subproject });
    const milling = { costTypeId: ids['milling'] };
    const ownOrder = await addOrder(project, [
      milling,
      { costTypeId: ids['turning'] },
      { ...milling, wageCalculationType: 'byPiece', piecePrices: [{ validFrom: VALID_FROM, price: 6.5 }] },
      {},
    ]);
    const subprojectOrder = await addOrder(lowest, [milling]);
    const otherProjectOrder = await addOrder(await saveProject({}), [milling]);
    const bothPeople = [{ employeeId: ids['wang'] }, { employeeId: ids['li'] }];
    await importReports([
      {
        processId: ownOrder.processIds[0],
        deviceId: ids['mill'],
        people: bothPeople,
        ...makeTimeSpan(8, 30),
      },
      { processId: ownOrder.processIds[1], deviceId: ids['mill'], ...makeTimeSpan(9, 30) },
      { processId: ownOrder.processIds[2], people: bothPeople.slice(0, 1), ...makeTimeSpan(10, 10), good: 4 },
      { processId: ownOrder.processIds[3], people: bothPeople.slice(1), ...makeTimeSpan(11, 30) },
      { processId: subprojectOrder.processIds[0], deviceId: ids['lathe'], ...makeTimeSpan(9, 20) },
      { processId: otherProjectOrder.processIds[0], deviceId: ids['lathe'], ...makeTimeSpan(12, 30) },
    ]);
    const cost = await readCost(project);
    // The labour is half an hour of two people at 30 an hour, the machine cost is half an hour of the mill at 60 an
    // hour, and the outsourcing cost is 4 pieces at 6.5.
    expect(listAmounts(cost.own)).toEqual([
      ['Milling', 300.5, 30 + 26, 30, 86, 0],
      ['Turning', 200, 0, 0, 0, 1],
      [null, null, 0, 0, 0, 1],
    ]);
    expect(cost.own).toMatchObject({
      contractAmount: 5000,
      budget: 1000,
      undividedBudget: 499.5,
      labourCost: 56,
      deviceCost: 30,
      actualCost: 86,
      unpricedReports: 2,
    });
    expect(listAmounts(cost.withSubprojects)).toEqual([
      ['Milling', 350.5, 56, 50, 106, 0],
      ['Turning', 200, 0, 0, 0, 1],
      [null, null, 0, 0, 0, 1],
    ]);
    expect(cost.withSubprojects).toMatchObject({
      contractAmount: 5070,
      budget: 1050,
      undividedBudget: 499.5,
      actualCost: 106,
    });
    expect(await readCost(lowest)).toMatchObject({
      own: { contractAmount: null, budget: null, undividedBudget: 0, actualCost: 20 },
    });
    const emptyCost = await readCost(await saveProject({}));
    expect(emptyCost.own).toEqual({
      contractAmount: null,
      budget: null,
      undividedBudget: 0,
      labourCost: 0,
      deviceCost: 0,
      actualCost: 0,
      unpricedReports: 0,
      lines: [],
    });
    expect(emptyCost.withSubprojects).toEqual(emptyCost.own);
  });

  it('divides the time of a person on several machines as the report of costs does, and loses reversed reports', async () => {
    const project = await saveProject({});
    const milling = { costTypeId: ids['milling'], deviceMinutes: 1, manMachineRatio: 0.25 };
    const orders: CreatedOrder[] = [];
    for (const projectId of [project, project, null]) orders.push(await addOrder(projectId, [milling]));
    const people = [{ employeeId: ids['wang'] }];
    const reportIds: number[] = [];
    for (const [index, order] of orders.entries()) {
      const deviceId = await saveRecord('/mes/system/basic/device', { name: `Mill ${index}` });
      const { reportId } = await startWork(factory.call, order.processIds[0]!, 1, { people, deviceId });
      reportIds.push(reportId);
    }
    expect((await readCost(project)).own.actualCost).toBe(0);
    for (const reportId of reportIds) await finishWork(factory.call, reportId, 1);
    const { rows } = await factory.call<{
      rows: { reportId: number; labourCost: number; deviceCost: number }[];
    }>('/mes/form/costReportDetails', { from: addDays(TODAY, -1), to: TODAY });
    const listedRows = rows.filter(({ reportId }) => reportIds.slice(0, 2).includes(reportId));
    const sumCosts = (name: 'labourCost' | 'deviceCost') =>
      listedRows.reduce((sum, row) => sum + Math.round(row[name] * 100), 0) / 100;
    const { own } = await readCost(project);
    // Three machines for half an hour at 30 an hour: each report has a third of the time.
    expect(own.labourCost).toBeGreaterThan(9.9);
    expect(own.labourCost).toBeLessThan(10.4);
    expect(Math.abs(own.labourCost - sumCosts('labourCost'))).toBeLessThan(0.015);
    expect(Math.abs(own.deviceCost - sumCosts('deviceCost'))).toBeLessThan(0.015);
    expect(own.deviceCost).toBeGreaterThan(59);
    await factory.call('/mes/report/reverse', { reportId: reportIds[0], reason: 'wrong order' });
    const { own: afterReversal } = await readCost(project);
    expect(afterReversal.deviceCost).toBeLessThan(31);
    expect(afterReversal.labourCost).toBeGreaterThan(7);
  });

  it('is shown only to people who may see projects and costs, in their factory', async () => {
    const project = await saveProject({});
    const readCostAs = async (...permissions: Parameters<TestFactory['createPerson']>[1]) => {
      const { call } = await factory.createPerson('Reader', permissions);
      return readRefusalCode(call('/mes/project/cost', { id: project }));
    };
    expect(await readCostAs('PROJECT_MANAGE')).toBe('noPermission');
    expect(await readCostAs('REPORT_FORM_COST_REPORT_DETAILS')).toBe('noPermission');
    expect(await readCostAs('PROJECT_MANAGE', 'REPORT_FORM_COST_REPORT_DETAILS')).toBe('accepted');
    const otherFactory = await createTestFactory(factory.connection);
    expect(await readRefusalCode(otherFactory.call('/mes/project/cost', { id: project }))).toBe(
      'rowNotFound',
    );
  });
});
