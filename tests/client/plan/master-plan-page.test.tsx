import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PermissionCode } from '#shared/kernel/permissions.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { computePlan, type PlanDraft } from '#shared/planning/master-plan/compute-plan.ts';
import type { MasterPlanDetail, MasterPlanNodeAnswer } from '#shared/planning/master-plan/plan-answer.ts';
import { translateTerm, type TermKey } from '#shared/terms/index.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';
import { layOutGantt } from '#client/features/plan/master/gantt-layout.ts';
import { layOutNetwork, NODE_WIDTH } from '#client/features/plan/master/network-layout.ts';
import { PlanPage } from '#client/features/plan/master/plan-page.tsx';
import { session } from '#client/kit/wire/session.ts';
import { setUpWords } from '#client/kit/words/t.ts';
import { makeServerKeyPair, makeSuccessReply, stubFetch, type SentCall } from '../wire/wire-stub.ts';

const TODAY = '2026-06-10';
const serverKeyPair = makeServerKeyPair('k1');
const translate = (key: TermKey, params?: Record<string, unknown>) => translateTerm('zh_CN', key, params);
const waitUntil = (assertion: () => void) => vi.waitFor(assertion, { timeout: 8000, interval: 10 });

const makeNode = (
  seq: number,
  name: string,
  change: Partial<MasterPlanNodeAnswer> = {},
): MasterPlanNodeAnswer => ({
  ...{
    seq,
    nodeId: 100 + seq,
    code: `N${seq}`,
    name,
    nodeType: 'manual',
    departmentId: null,
    department: null,
  },
  ...{
    crafts: [],
    estimatedHours: 16,
    days: null,
    processes: null,
    confirmations: [],
    mayConfirm: [],
    mayWithdraw: false,
  },
  ...change,
});

/** A contract that ended in time; the design is late; the release waits for the design and the purchase. */
function makePlan(): MasterPlanDetail {
  const nodes = [
    makeNode(10, '合同评审', {
      confirmations: [
        {
          ...{ confirmationId: 7, seq: 10, kind: 'finishNode', day: '2026-06-04', byName: '林梅' },
          ...{ remark: null, at: '2026-06-04T02:00:00Z' },
        },
      ],
    }),
    makeNode(20, '模具设计', {
      nodeType: 'departmentTask',
      department: '计划部',
      mayConfirm: ['finishNode'],
    }),
    makeNode(30, '备料'),
    makeNode(40, '发布', { estimatedHours: 0 }),
  ];
  const links: MasterPlanDetail['links'] = [
    { seq: 20, afterSeq: 10, relation: 'finishToStart', lagDays: 0 },
    { seq: 30, afterSeq: 10, relation: 'startToStart', lagDays: 2 },
    { seq: 40, afterSeq: 20, relation: 'finishToStart', lagDays: 0 },
    { seq: 40, afterSeq: 30, relation: 'finishToStart', lagDays: 0 },
  ];
  const draft: PlanDraft = {
    nodes: nodes.map(({ seq, estimatedHours }) => ({
      seq,
      hours: estimatedHours,
      links: links.filter((link) => link.seq === seq),
    })),
    workdayHours: 8,
    direction: 'forwards',
    startsOn: '2026-06-03',
    dueOn: '2026-06-20',
    actual: new Map([
      [10, { startedOn: null, endedOn: '2026-06-04' }],
      [20, { startedOn: '2026-06-05', endedOn: null }],
    ]),
  };
  const days = computePlan(draft, () => true, TODAY);
  if ('problem' in days) throw new Error(days.problem);
  return {
    ...{ id: 5, version: 1, name: '壳体模具主计划', orderId: null, orderCode: null, orderName: null },
    ...{ orderState: null, projectId: 3, projectCode: 'PJ-01', projectName: '壳体', template: null },
    ...{ direction: 'forwards', startsOn: '2026-06-03', dueOn: '2026-06-20', workdayHours: 8, remark: null },
    ...{ leaderId: 9, leader: '陈波', today: TODAY, links, days, problem: null },
    nodes: nodes.map((node, index) => ({ ...node, days: days.nodes[index]! })),
  };
}

let root: Root;
let host: HTMLElement;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  sessionStorage.clear();
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
});
afterEach(() => {
  root.unmount();
  host.remove();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function openPlan(plan = makePlan(), permissions: PermissionCode[] = ['WORK_PLAN_MODIFY']) {
  await setUpWords(async (lang) => getTermsOfLanguage(lang));
  session.signIn({
    validateKey: 'token-1',
    user: { permissions, mustChangePassword: false, zone: 'Asia/Shanghai' } as unknown as CurrentUser,
    remembered: false,
  });
  const sentCalls = stubFetch((call: SentCall) =>
    call.path === '/mes/login/key'
      ? makeSuccessReply({ id: serverKeyPair.id, publicKey: serverKeyPair.publicKey })
      : makeSuccessReply({ confirmationId: 8 }),
  );
  root.render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <PlanPage plan={plan} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await waitUntil(() => expect(host.querySelector('h1')?.textContent).toBe(plan.name));
  return { listSent: () => sentCalls.filter(({ path }) => path.startsWith('/mes/plan/master/')) };
}
const listButtons = () => [...document.body.querySelectorAll('button')];
const findButton = (text: string) =>
  listButtons().find((button) => button.textContent.includes(text) || button.ariaLabel?.includes(text));

it('describes each node in the chart: whether it is in time, what it waits for and its expected days', async () => {
  await openPlan();
  await waitUntil(() => expect(host.querySelectorAll('.gantt-names li')).toHaveLength(4));
  const labels = [...host.querySelectorAll('.gantt-names button')].map((button) =>
    button.getAttribute('aria-label'),
  );
  expect(labels[0]).toContain(`${translate('nodeEnded')} · ${translate('planOnTime')}`);
  // The node has started and should have ended on the 6th, so it ends today at the earliest.
  expect(labels[1]).toContain(`${translate('nodeBegun')} · ${translate('planLate')}`);
  expect(labels[1]).toContain('2026-06-05 – 2026-06-10');
  expect(labels[3]).toContain(`${translate('planWaitsFor')} 模具设计, 备料`);
  expect(host.querySelectorAll('.gantt-link')).toHaveLength(4);
  expect(host.querySelector('.record-head')?.textContent).toContain(
    translate('nodesDone', { done: 1, count: 4 }),
  );
});

it('shows the same nodes in the network and in the table', async () => {
  await openPlan();
  findButton(translate('planAsNetwork'))!.click();
  await waitUntil(() => expect(host.querySelectorAll('.network-node')).toHaveLength(4));
  expect([...host.querySelectorAll('.network text')].map((label) => label.textContent)).toEqual([
    '',
    'SS +2',
    '',
    '',
  ]);
  findButton(translate('planAsTable'))!.click();
  await waitUntil(() => expect(host.querySelectorAll('tbody tr')).toHaveLength(4));
  expect(host.querySelector('tbody tr:nth-child(3)')?.textContent).toContain(translate('startToStart'));
});

it('confirms the end of a node for the current day', async () => {
  const { listSent } = await openPlan();
  await waitUntil(() => expect(findButton('模具设计')).toBeDefined());
  findButton('20 模具设计')!.click();
  await waitUntil(() => expect(findButton(translate('finishNode'))).toBeDefined());
  findButton(translate('finishNode'))!.click();
  await waitUntil(() => expect(document.body.querySelector('form')).not.toBeNull());
  findButton(translate('finishNode'))!.click();
  await waitUntil(() => expect(listSent()).toHaveLength(1));
  expect(listSent()[0]).toMatchObject({
    path: '/mes/plan/master/confirm',
    form: { id: '5', seq: '20', nodeId: '120', kind: 'finishNode', day: TODAY },
  });
});

it('offers nothing to people who may confirm nothing', async () => {
  const plan = makePlan();
  await openPlan(
    { ...plan, nodes: plan.nodes.map((node) => ({ ...node, mayConfirm: [], mayWithdraw: false })) },
    [],
  );
  await waitUntil(() => expect(findButton('10 合同评审')).toBeDefined());
  findButton('10 合同评审')!.click();
  await waitUntil(() => expect(document.body.textContent).toContain('2026-06-04 林梅'));
  expect(findButton(translate('finishNode'))).toBeUndefined();
  expect(findButton(translate('withdrawConfirmation'))).toBeUndefined();
  expect(findButton(translate('edit'))).toBeUndefined();
});

it('says why a plan has no days instead of drawing it', async () => {
  const plan = makePlan();
  const nodes = plan.nodes.map((node) => ({ ...node, days: null }));
  await openPlan({ ...plan, nodes, days: null, problem: 'planWithoutWorkdays' });
  expect(host.querySelector('[role="alert"]')?.textContent).toBe(translate('planWithoutWorkdays'));
  expect(host.querySelector('.gantt')).toBeNull();
});

it('lays out bars by days, and each node to the right of those that it waits for', () => {
  const plan = makePlan();
  const gantt = layOutGantt(plan, 1000);
  const day = gantt.place('2026-06-10', '2026-06-10');
  expect(gantt.todayX).toBe(day.x);
  expect(gantt.place('2026-06-10', '2026-06-11').width).toBeCloseTo(2 * day.width);
  const { nodes, links } = layOutNetwork(plan);
  const xBySeq = new Map(nodes.map(({ node, x }) => [node.seq, x]));
  for (const { seq, afterSeq } of plan.links)
    expect(xBySeq.get(seq)!).toBeGreaterThan(xBySeq.get(afterSeq)! + NODE_WIDTH);
  expect(links).toHaveLength(plan.links.length);
});
