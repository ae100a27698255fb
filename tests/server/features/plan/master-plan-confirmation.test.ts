import { beforeAll, expect, it } from 'vitest';
import type { PlanStanding } from '#shared/planning/master-plan/plan-answer.ts';
import { addDays } from '#shared/rules/days.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { type CallFunction, readRefusalCode } from '#tests/support/floor.ts';
import { createPlanFactory, MASTER_PLAN_PATH, type PlanFactory } from '#tests/support/master-plan-floor.ts';
import { finishWork, startWork } from '#tests/support/reports.ts';

const PATH = MASTER_PLAN_PATH;

type Fields = Record<string, unknown>;

describeForEachDatabase('The nodes of a master plan', (database) => {
  let plans: PlanFactory;
  beforeAll(async () => {
    plans = await createPlanFactory(await database.open());
  });

  it('is confirmed by planners, the leader and the people of the department, and by nobody else', async () => {
    const { today, designer, leader, stranger, addDesignPlan, read, confirm } = plans;
    const { id } = await addDesignPlan({ startsOn: addDays(today, -9) });
    const listConfirmable = async (call: CallFunction) =>
      (await read(id, call)).nodes.map(({ mayConfirm }) => mayConfirm.length > 0);
    expect(await listConfirmable(leader.call)).toEqual([true, true, true, true]);
    expect(await listConfirmable(designer.call)).toEqual([false, true, false, false]);
    expect(await listConfirmable(stranger.call)).toEqual([false, false, false, false]);
    expect(await readRefusalCode(confirm(id, 20, {}, stranger.call))).toBe('notYourPlanNode');
    expect(await readRefusalCode(confirm(id, 10, {}, designer.call))).toBe('notYourPlanNode');
    await confirm(id, 20, { kind: 'beginNode', day: addDays(today, -2) }, designer.call);
    await confirm(id, 10, { day: addDays(today, -3) }, leader.call);
    // Whoever has ended a node by mistake can take that back, although nothing can be confirmed any more.
    expect((await read(id, leader.call)).nodes[0]).toMatchObject({ mayConfirm: [], mayWithdraw: true });
    expect((await read(id, designer.call)).nodes.map(({ mayWithdraw }) => mayWithdraw)).toEqual([
      ...[false, true, false, false],
    ]);
    const { nodes } = await read(id);
    expect(nodes[0]!.days).toMatchObject({ endedOn: addDays(today, -3), light: 'planLate' });
    expect(nodes[1]!.days).toMatchObject({ startedOn: addDays(today, -2), endedOn: null, light: 'planLate' });
  });

  it('refuses a second confirmation, a day in the future, an end before the begin, and another node', async () => {
    const { today, addDesignPlan, confirm } = plans;
    const { id, contract } = await addDesignPlan();
    const readConfirmRefusal = async (fields: Fields, seq = 10) => readRefusalCode(confirm(id, seq, fields));
    expect(await readConfirmRefusal({ day: addDays(today, 1) })).toBe('fieldsInvalid');
    await confirm(id, 10, { kind: 'beginNode' });
    expect(await readConfirmRefusal({ kind: 'beginNode' })).toBe('planNodeState');
    expect(await readConfirmRefusal({ day: addDays(today, -1) })).toBe('fieldsInvalid');
    expect(await readConfirmRefusal({ nodeId: contract }, 20)).toBe('rowNotFound');
    await confirm(id, 10);
    expect(await readConfirmRefusal({})).toBe('planNodeState');
  });

  it('withdraws a confirmation, keeps both, and keeps confirmed nodes in the plan', async () => {
    const { factory, stranger, addDesignPlan, read, confirm } = plans;
    const { id, version } = await addDesignPlan();
    const begunAnswer = await confirm(id, 10, { kind: 'beginNode' });
    const endedAnswer = await confirm(id, 10);
    const withdraw = (confirmationId: number, call = factory.call) =>
      readRefusalCode(call(`${PATH}/withdraw`, { id, confirmationId, reason: 'A mistake' }));
    const { nodes } = await factory.call<{ nodes: { seq: number; nodeId: number }[] }>(`${PATH}/get`, { id });
    const nodesWithoutFirst = nodes
      .filter(({ seq }) => seq !== 10)
      .map(({ seq, nodeId }) => ({ seq, nodeId }));
    const removal = { id, version, nodes: nodesWithoutFirst, links: [] };
    expect(await readRefusalCode(factory.call(`${PATH}/save`, removal))).toBe('planNodeConfirmed');
    expect(await withdraw(begunAnswer.confirmationId)).toBe('planNodeState');
    expect(await withdraw(endedAnswer.confirmationId, stranger.call)).toBe('notYourPlanNode');
    expect(await withdraw(endedAnswer.confirmationId)).toBe('accepted');
    expect(await withdraw(endedAnswer.confirmationId)).toBe('rowNotFound');
    expect(await withdraw(begunAnswer.confirmationId)).toBe('accepted');
    expect((await read(id)).nodes[0]).toMatchObject({
      confirmations: [],
      days: { startedOn: null, endedOn: null },
    });
    expect(await readRefusalCode(factory.call(`${PATH}/save`, removal))).toBe('accepted');
  });

  it('tells the leader what was confirmed, and the head of a department that its task can begin', async () => {
    const { designer, head, leader, addDesignPlan, confirm, listWaiting } = plans;
    const { id } = await addDesignPlan();
    await confirm(id, 10, { kind: 'beginNode' }, leader.call);
    expect(await listWaiting(head.call, id)).toEqual({ rows: [], notices: [] });
    await confirm(id, 10);
    const { notices, rows } = await listWaiting(head.call, id);
    expect(notices).toMatchObject([{ nodeName: 'Contract', nextName: 'Design', kind: 'finishNode' }]);
    expect(rows).toMatchObject([{ seq: 20, name: 'Design', mayConfirm: ['beginNode', 'finishNode'] }]);
    expect((await listWaiting(leader.call, id)).notices).toMatchObject([
      { kind: 'finishNode', nextName: null, byName: 'Admin' },
    ]);
    expect((await listWaiting(designer.call, id)).notices).toEqual([]);
    const seenFields = { noticeId: notices[0]!.noticeId };
    expect(await readRefusalCode(designer.call(`${PATH}/seen`, seenFields))).toBe('rowNotFound');
    await head.call(`${PATH}/seen`, seenFields);
    expect((await listWaiting(head.call, id)).notices).toEqual([]);
  });

  it('follows the processes of its order where a node is bound to crafts', async () => {
    const { factory, today, addNode, addPlan, read, confirm } = plans;
    const order = await factory.createOrder(2, [{ name: 'Milling', manMachineRatio: 1 }, 'Assembly']);
    const { craftId } = await factory.call<{ craftId: number }>('/mes/process/get', {
      id: order.processIds[0],
    });
    const boundNodeId = await addNode('Milling', { nodeType: 'boundToCrafts', craftIds: [craftId] });
    const nodes = [{ seq: 10, nodeId: boundNodeId }];
    const { id } = await addPlan({ orderId: order.id, nodes, startsOn: addDays(today, -5) });
    const readNode = async () => (await read(id)).nodes[0]!;
    expect(await readNode()).toMatchObject({
      processes: { count: 1, doneCount: 0 },
      days: { startedOn: null, light: 'planLate' },
      mayConfirm: [],
    });
    expect(await readRefusalCode(confirm(id, 10))).toBe('planNodeByProcesses');
    const { reportId } = await startWork(factory.call, order.processIds[0]!, 2);
    expect(await readNode()).toMatchObject({ days: { startedOn: today, endedOn: null } });
    await finishWork(factory.call, reportId, 2);
    expect(await readNode()).toMatchObject({
      processes: { count: 1, doneCount: 1 },
      days: { endedOn: today, light: 'planLate' },
    });
    const standings = await factory.call<{ rows: PlanStanding[] }>(`${PATH}/standings`, {
      orderId: order.id,
    });
    expect(standings.rows).toMatchObject([
      { id, doneCount: 1, nodeCount: 1, endedOn: today, light: 'planLate' },
    ]);
  });

  it('follows the orders of its project and of the sub-projects', async () => {
    const { factory, addNode, addProject, addPlan, read } = plans;
    const projectId = await addProject();
    const childId = await addProject({ parentId: projectId });
    const order = await factory.createOrder(1, ['Grinding']);
    await factory.call('/mes/order/save', { id: order.id, version: order.version, projectId: childId });
    const { craftId } = await factory.call<{ craftId: number }>('/mes/process/get', {
      id: order.processIds[0],
    });
    const nodeId = await addNode('Grinding', { nodeType: 'boundToCrafts', craftIds: [craftId] });
    const { id } = await addPlan({ projectId, nodes: [{ seq: 1, nodeId }] });
    expect((await read(id)).nodes[0]!.processes).toEqual({ count: 1, doneCount: 0 });
  });

  it('lets only one of two confirmations at once through', async () => {
    const { addDesignPlan, confirm } = plans;
    const { id } = await addDesignPlan();
    const answers = await Promise.all([readRefusalCode(confirm(id, 10)), readRefusalCode(confirm(id, 10))]);
    expect(answers.sort()).toEqual(['accepted', 'planNodeState']);
  });
});
