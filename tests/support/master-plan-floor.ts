import type { MasterPlanDetail, PlanNotice, WaitingNode } from '#shared/planning/master-plan/plan-answer.ts';
import type { Connection } from '#server/db/connect.ts';
import { type CallFunction, createTestFactory, type TestFactory } from './floor.ts';
import { setZoneToNoon } from './noon.ts';

export const MASTER_PLAN_PATH = '/mes/plan/master';

type Row = { id: number; version: number };
type Fields = Record<string, unknown>;
type Person = Awaited<ReturnType<TestFactory['createPerson']>>;

/** Adds four people: a designer, the head of the design department, a leader of projects, and a stranger. */
async function addPeople(factory: TestFactory, designId: number) {
  const [designer, head, leader, stranger] = await Promise.all([
    factory.createPerson('Lin Mei', []),
    factory.createPerson('Wu Gang', []),
    factory.createPerson('Chen Bo', ['PROJECT_MANAGE']),
    factory.createPerson('Stranger', []),
  ]);
  const join = async ({ employeeId: id }: Person, departmentalRole: 'staff' | 'head') => {
    const { version } = await factory.call<Row>('/mes/system/basic/employee/get', { id });
    const values = { id, version, departmentId: designId, departmentalRole };
    await factory.call('/mes/system/basic/employee/save', values);
  };
  await join(designer, 'staff');
  await join(head, 'head');
  return { designer, head, leader, stranger };
}

/**
 * Creates a factory where it is about noon, with people for master plans, and functions that make and confirm plans.
 */
export async function createPlanFactory(connection: Connection) {
  const factory = await createTestFactory(connection);
  const today = (await setZoneToNoon(factory)).today();
  let codeCount = 0;
  const save = (path: string, fields: Fields) =>
    factory.call<Row>(`${path}/save`, { code: `M${codeCount++}`, ...fields });
  const designId = (await save('/mes/system/basic/department', { name: 'Design' })).id;
  const people = await addPeople(factory, designId);
  const addNode = async (name: string, fields: Fields = {}) =>
    (await save('/mes/orderPlan', { name, estimatedHours: 8, ...fields })).id;
  const addProject = async (fields: Fields = {}) =>
    (await save('/mes/project', { name: 'Bumper', leaderId: people.leader.employeeId, ...fields })).id;
  const addPlan = (fields: Fields, call = factory.call) =>
    call<Row>(`${MASTER_PLAN_PATH}/save`, { name: 'Mould 1', startsOn: today, ...fields });
  const read = (id: number, call = factory.call) =>
    call<MasterPlanDetail>(`${MASTER_PLAN_PATH}/detail`, { id });
  return {
    factory,
    today,
    designId,
    ...people,
    addNode,
    addProject,
    addPlan,
    read,
    /** Adds a plan: contract → design task → release by hand, which also waits for the purchase. */
    addDesignPlan: async (fields: Fields = {}) => {
      const [contract, design, purchase, release] = [
        await addNode('Contract'),
        await addNode('Design', { nodeType: 'departmentTask', departmentId: designId }),
        await addNode('Purchase'),
        await addNode('Release', { estimatedHours: 0 }),
      ];
      const template = await save('/mes/system/masterPlanTemplate', {
        name: 'Mould',
        nodes: [
          { seq: 10, nodeId: contract },
          { seq: 20, nodeId: design, afterSeq: 10, estimatedHours: 16 },
          { seq: 30, nodeId: purchase, afterSeq: 10, postpositionDays: 2 },
          { seq: 40, nodeId: release, afterSeq: 20 },
        ],
        links: [{ seq: 40, afterSeq: 30 }],
      });
      const plan = await addPlan({ projectId: await addProject(), templateId: template.id, ...fields });
      return { ...plan, contract };
    },
    /** Confirms a node: by default, that it has ended today. */
    confirm: async (id: number, seq: number, fields: Fields = {}, call: CallFunction = factory.call) => {
      const { nodeId } = (await read(id)).nodes.find((node) => node.seq === seq)!;
      const values = { id, seq, nodeId, kind: 'finishNode', day: today, ...fields };
      return call<{ confirmationId: number }>(`${MASTER_PLAN_PATH}/confirm`, values);
    },
    /** Lists the waiting nodes and the notices of a person in one plan. */
    listWaiting: async (call: CallFunction, planId: number) => {
      const { rows, notices } = await call<{ rows: WaitingNode[]; notices: PlanNotice[] }>(
        `${MASTER_PLAN_PATH}/waiting`,
        {},
      );
      const isOfPlan = (row: { planId: number }) => row.planId === planId;
      return { rows: rows.filter(isOfPlan), notices: notices.filter(isOfPlan) };
    },
  };
}

export type PlanFactory = Awaited<ReturnType<typeof createPlanFactory>>;
