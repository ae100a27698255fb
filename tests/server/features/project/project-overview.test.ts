import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { ProjectFigures, ProjectOverview } from '#shared/planning/project-figures.ts';
import { calculateExpectedDelayDays } from '#shared/rules/lateness.ts';
import { addDays } from '#shared/rules/days.ts';
import { toLocalDay } from '#shared/rules/wall-clock.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, readRefusalCode, type TestFactory } from '#tests/support/floor.ts';
import { finishWork, startWorkByNewPerson } from '#tests/support/reports.ts';

const ZONE = 'Asia/Shanghai';
const TODAY = toLocalDay(ZONE, Date.now());

describeForEachDatabase('The page of a project', (database) => {
  let factory: TestFactory;
  let codeCount = 0;
  const saveProject = async (fields: Record<string, unknown>) =>
    (
      await factory.call<{ id: number }>('/mes/project/save', {
        code: `P${String(codeCount++).padStart(3, '0')}`,
        name: 'Mould',
        ...fields,
      })
    ).id;
  const addOrder = async (projectId: number, quantity: number, minutes: number | null, fields = {}) => {
    const order = await factory.createOrder(quantity, [
      { name: 'Step', deviceMinutes: minutes, manMachineRatio: 1 },
    ]);
    await factory.call('/mes/order/save', { id: order.id, version: order.version, projectId, ...fields });
    return order;
  };
  const reportPieces = async (processId: number, good: number) =>
    finishWork(factory.call, (await startWorkByNewPerson(factory, processId, good)).reportId, good);
  const readOverview = (id: number) => factory.call<ProjectOverview>('/mes/project/overview', { id });
  const listFigures = (projects: readonly ProjectFigures[]) =>
    projects.map(({ id, depth, orders, doneOrders, lateOrders, progress }) => [
      id,
      depth,
      orders,
      doneOrders,
      lateOrders,
      progress,
    ]);
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
  });

  it('shows the progress and the lateness of the orders of the project and of its sub-projects', async () => {
    const project = await saveProject({ dueDate: addDays(TODAY, 9) });
    const frontProject = await saveProject({ parentId: project });
    const rearProject = await saveProject({ parentId: project });
    const coreProject = await saveProject({ parentId: frontProject });
    const doneOrder = await addOrder(project, 4, 5);
    const halfDoneOrder = await addOrder(coreProject, 10, 2, { dueDate: addDays(TODAY, -2) });
    const begunOrder = await addOrder(frontProject, 4, 10, {
      plannedStart: addDays(TODAY, -30),
      dueDate: addDays(TODAY, 1),
    });
    await addOrder(frontProject, 5, null, { dueDate: addDays(TODAY, 60) });
    const cancelledOrder = await addOrder(frontProject, 7, 9);
    const { version } = await factory.call<{ version: number }>('/mes/order/get', { id: cancelledOrder.id });
    await factory.call('/mes/order/cancel', { id: cancelledOrder.id, version });
    await reportPieces(doneOrder.processIds[0]!, 4);
    await reportPieces(halfDoneOrder.processIds[0]!, 5);
    await reportPieces(begunOrder.processIds[0]!, 1);
    const { projects, orders, orderCount } = await readOverview(project);
    // The three orders with standard times have done 20 of 20, 10 of 20 and 10 of 40 minutes. The order without a
    // standard time counts with the average of the others.
    const round = (value: number) => Math.round(value * 10_000) / 10_000;
    expect(listFigures(projects)).toEqual([
      [project, 0, 4, 1, 2, round((100 * 40) / (80 + 80 / 3))],
      [frontProject, 1, 3, 0, 2, round((100 * 20) / (60 + 30))],
      [coreProject, 2, 1, 0, 1, 50],
      [rearProject, 1, 0, 0, 0, null],
    ]);
    expect([orders.length, orderCount]).toEqual([4, 4]);
    expect(orders.map(({ dueDate }) => dueDate)).toEqual([
      addDays(TODAY, -2),
      addDays(TODAY, 1),
      addDays(TODAY, 60),
      null,
    ]);
    const late = orders.filter((order) => (calculateExpectedDelayDays(order, Date.now(), ZONE) ?? 0) > 0);
    expect(late.map(({ id }) => id)).toEqual([halfDoneOrder.id, begunOrder.id]);
    expect(listFigures((await readOverview(frontProject)).projects)).toEqual([
      [frontProject, 0, 3, 0, 2, round((100 * 20) / (60 + 30))],
      [coreProject, 1, 1, 0, 1, 50],
    ]);
  });

  it('counts all orders, and lists the first 5,000', async () => {
    const project = await saveProject({});
    await sql`insert into work_order (factory_id, code, name, quantity, project_id, due_date)
      select ${factory.factoryId}, 'M' || n, 'Many', 1, ${project}, ${TODAY}::date + n from generate_series(1, 5003) n`.execute(
      factory.connection.db,
    );
    const startedAt = performance.now();
    const { projects, orders, orderCount } = await readOverview(project);
    console.log(`overview of 5,003 orders: ${Math.round(performance.now() - startedAt)} ms`);
    expect([orders.length, orderCount, projects[0]!.progress]).toEqual([5000, 5003, 0]);
    expect(orders.at(-1)!.dueDate).toBe(addDays(TODAY, 5000));
  });

  it('is shown only with the permission, and only in its factory', async () => {
    const project = await saveProject({});
    const { call } = await factory.createPerson('Planner', ['WORK_ORDER']);
    expect(await readRefusalCode(call('/mes/project/overview', { id: project }))).toBe('noPermission');
    const otherFactory = await createTestFactory(factory.connection);
    expect(await readRefusalCode(otherFactory.call('/mes/project/overview', { id: project }))).toBe(
      'rowNotFound',
    );
    await factory.call('/mes/project/delete', { ids: [project] });
    expect(await readRefusalCode(factory.call('/mes/project/overview', { id: project }))).toBe('rowNotFound');
  });
});
