import { beforeAll, expect, it } from 'vitest';
import type { MasterPlanDetail } from '#shared/planning/master-plan/plan-answer.ts';
import { addDays } from '#shared/rules/days.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, readRefusalCode, type RefusedCallError } from '#tests/support/floor.ts';
import { createPlanFactory, MASTER_PLAN_PATH, type PlanFactory } from '#tests/support/master-plan-floor.ts';
import { setZoneToNoon } from '#tests/support/noon.ts';

const PATH = MASTER_PLAN_PATH;

type Row = { id: number; version: number };
type Fields = Record<string, unknown>;

const readFailure = (call: Promise<unknown>): Promise<RefusedCallError> =>
  call.then(
    () => Promise.reject(new Error('accepted')),
    (error: RefusedCallError) => error,
  );

describeForEachDatabase('A master plan', (database) => {
  let plans: PlanFactory;
  beforeAll(async () => {
    plans = await createPlanFactory(await database.open());
  });

  it('copies its template, with further links, and counts forwards or backwards', async () => {
    const { factory, today, addDesignPlan, read } = plans;
    const { id, version } = await addDesignPlan();
    const plan = await read(id);
    expect(plan.nodes.map(({ seq, name, estimatedHours }) => [seq, name, estimatedHours])).toEqual([
      [10, 'Contract', 8],
      [20, 'Design', 16],
      [30, 'Purchase', 8],
      [40, 'Release', 0],
    ]);
    // Without holidays every day is a working day. The purchase begins two days after the contract and takes one day,
    // so it ends on the fourth day.
    const offsets = [0, 2, 3, 3].map((offset) => addDays(today, offset));
    expect(plan.nodes.map(({ days }) => days!.plannedEnd)).toEqual(offsets);
    expect(plan.nodes.map(({ days }) => days!.isCritical)).toEqual([true, false, true, true]);
    expect(plan).toMatchObject({
      problem: null,
      leader: 'Chen Bo',
      template: 'Mould',
      days: { light: 'planOnTime' },
    });
    const dueOn = addDays(today, 9);
    await factory.call(`${PATH}/save`, { id, version, direction: 'backwards', dueOn });
    const backwardsPlan = await read(id);
    expect(backwardsPlan.nodes.map(({ days }) => days!.plannedEnd)).toEqual(
      [-3, 0, 0, 0].map((offset) => addDays(dueOn, offset)),
    );
  });

  it('skips the days of rest of the factory', async () => {
    const { factory, today } = plans;
    const otherFactory = await createTestFactory(factory.connection);
    await setZoneToNoon(otherFactory);
    await otherFactory.call('/mes/system/holiday/save', {
      kind: 'rest',
      name: 'Feast',
      date: addDays(today, 1),
    });
    const node = await otherFactory.call<Row>('/mes/orderPlan/save', {
      code: 'N',
      name: 'N',
      estimatedHours: 16,
    });
    const project = await otherFactory.call<Row>('/mes/project/save', { code: 'P', name: 'P' });
    const nodes = [{ seq: 1, nodeId: node.id }];
    const plan = await otherFactory.call<Row>(`${PATH}/save`, { name: 'A', projectId: project.id, nodes });
    const detail = await otherFactory.call<MasterPlanDetail>(`${PATH}/detail`, { id: plan.id });
    expect(detail.nodes[0]!.days).toMatchObject({ plannedStart: today, plannedEnd: addDays(today, 2) });
    await expect(factory.call(`${PATH}/detail`, { id: plan.id })).rejects.toMatchObject({
      code: 'rowNotFound',
    });
  });

  it('refuses wrong plans, and names the nodes that wait for each other', async () => {
    const { today, addNode, addProject, addPlan } = plans;
    const projectId = await addProject();
    const nodes = [
      { seq: 10, nodeId: await addNode('Milling') },
      { seq: 20, nodeId: await addNode('Eroding'), afterSeq: 10 },
      { seq: 30, nodeId: await addNode('Polishing'), afterSeq: 20 },
    ];
    const readPlanRefusal = async (fields: Fields) => {
      const { code, fields: wrongFields } = await readFailure(addPlan({ projectId, nodes, ...fields }));
      return [code, ...Object.keys(wrongFields)];
    };
    const cycleRefusal = await readFailure(addPlan({ projectId, nodes, links: [{ seq: 10, afterSeq: 30 }] }));
    expect(cycleRefusal.code).toBe('planNodesCycle');
    expect(cycleRefusal.message).toContain('Milling → Eroding → Polishing → Milling');
    expect(await readPlanRefusal({ projectId: null })).toEqual(['planSubject', 'orderId']);
    expect(await readPlanRefusal({ direction: 'backwards' })).toEqual(['fieldsInvalid', 'dueOn']);
    expect(await readPlanRefusal({ dueOn: addDays(today, -1) })).toEqual(['startAfterEnd', 'dueOn']);
    expect(await readPlanRefusal({ links: [{ seq: 30, afterSeq: 99 }] })).toEqual([
      'fieldsInvalid',
      'links[0].afterSeq',
    ]);
    expect(await readPlanRefusal({ links: [{ seq: 40, afterSeq: 10 }] })).toEqual([
      'fieldsInvalid',
      'links[0].seq',
    ]);
    expect(await readPlanRefusal({ links: [{ seq: 20, afterSeq: 10 }] })).toEqual([
      'fieldsInvalid',
      'links[0].afterSeq',
    ]);
    const tooLongNodes = [{ ...nodes[0]!, estimatedHours: 99_999 }];
    expect(await readPlanRefusal({ nodes: tooLongNodes, workdayHours: 1 })).toEqual(['planTooLong', 'nodes']);
  });

  it('needs the permission to change plans, and fixes the types of its nodes', async () => {
    const { factory, designId, leader, addNode, addProject, addPlan } = plans;
    const nodeId = await addNode('Trial');
    const plan = { projectId: await addProject(), nodes: [{ seq: 1, nodeId }] };
    expect(await readRefusalCode(addPlan(plan, leader.call))).toBe('noPermission');
    const planner = await factory.createPerson('Planner', ['WORK_PLAN_MODIFY']);
    const { id } = await addPlan(plan, planner.call);
    const { version } = await factory.call<Row>('/mes/orderPlan/get', { id: nodeId });
    const change = { id: nodeId, version, nodeType: 'departmentTask', departmentId: designId };
    expect(await readRefusalCode(factory.call('/mes/orderPlan/save', change))).toBe('nodeTypeFixed');
    expect(await readRefusalCode(factory.call('/mes/orderPlan/delete', { ids: [nodeId] }))).toBe('inUse');
    await planner.call(`${PATH}/delete`, { ids: [id] });
    expect(await readRefusalCode(factory.call('/mes/orderPlan/save', change))).toBe('accepted');
  });
});
