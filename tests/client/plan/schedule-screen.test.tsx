import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot, type Root } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PresentSchedule, ScheduleRun } from '#shared/answers/schedule.ts';
import type { ScheduleDifference } from '#shared/answers/schedule-difference.ts';
import { plan } from '#shared/planning/engine/plan.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { translateTerm, type TermKey } from '#shared/terms/index.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';
import { makeRun, makeScheduleAnswers, type MadeSchedule } from '#tests/support/made-schedule.ts';
import { at, makeOrder, makeSmallPlant, makeTask, onMachines } from '#tests/support/small-plant.ts';
import { makeServerKeyPair, makeSuccessReply, stubFetch, type SentCall } from '../wire/wire-stub.ts';

const serverKeyPair = makeServerKeyPair('k1');
// The first test takes longer because it loads all modules of the page.
vi.setConfig({ testTimeout: 30_000 });

const input = makeSmallPlant(
  [
    makeTask(1, { need: onMachines(240, 1) }),
    makeTask(2, { need: onMachines(480, 1), after: [{ task: 1, transfer: 120 }] }),
    makeTask(3, { order: 2, need: onMachines(480, 1, 2) }),
    makeTask(5, { order: 2, need: onMachines(null, 2) }),
  ],
  { orders: [makeOrder(1, { due: at(1, 14) }), makeOrder(2, { due: at(4, 14) })] },
);
const before = plan(input, { seed: 1, passes: 30 });
const booking = { machine: 1, from: at(0, 6), until: at(1, 6) };
const after = plan(
  { ...input, last: before.placed, keep: 'order', bookings: [booking] },
  { seed: 1, passes: 1 },
);

let root: Root;
let host: HTMLElement;
let sentCalls: SentCall[];
let answers: MadeSchedule;
let runs: ScheduleRun[];
let present: PresentSchedule;
let isOutdated: boolean;
let difference: ScheduleDifference;

const EMPTY_PATCH = {
  orderId: null,
  dueDate: null,
  workGroupId: null,
  deviceId: null,
  hours: null,
  from: null,
  until: null,
};

const t = (key: TermKey, params?: Record<string, unknown>) => translateTerm('en_US', key, params);
const waitUntil = (assertion: () => void) => vi.waitFor(assertion, { timeout: 10_000, interval: 10 });
const findButton = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('button')].find(
    (button) => (button.getAttribute('aria-label') ?? button.textContent) === name,
  );
const listTexts = (selector: string) =>
  [...host.querySelectorAll(selector)].map(({ textContent }) => textContent);
const findCalls = (verb: string) => sentCalls.filter(({ path }) => path === `/mes/plan/schedule/${verb}`);

async function openPage(address = '/plan/CycleSchedule', permissions = ['PROCESS_MODIFY']) {
  sentCalls = stubFetch(({ path }) => {
    if (path === '/mes/login/key')
      return makeSuccessReply({ id: serverKeyPair.id, publicKey: serverKeyPair.publicKey });
    const verb = path.replace('/mes/plan/schedule/', '');
    if (verb === 'list') return makeSuccessReply({ rows: runs });
    if (verb === 'present') return makeSuccessReply(present);
    if (verb === 'get') return makeSuccessReply(answers.proposal);
    if (verb === 'compare') return makeSuccessReply(difference);
    if (verb === 'changes')
      return makeSuccessReply({
        rows: [{ kind: 'orderDatesChanged', entity: 'workOrder', id: 2, name: 'W-4002' }],
      });
    if (verb === 'apply' && isOutdated)
      return {
        status: 409,
        body: {
          success: false,
          flag: null,
          code: 'scheduleOutdated',
          message: 'changed',
          params: { count: 1 },
        },
      };
    if (['compute', 'cancel', 'apply', 'delete'].includes(verb)) return makeSuccessReply(null);
    return { body: [] };
  });
  vi.resetModules();
  const [{ ScheduleScreen }, { ConfirmDialog }, { session }, { queryClient }, { setUpWords }] =
    await Promise.all([
      import('#client/features/plan/schedule/schedule-screen.tsx'),
      import('#client/kit/messages/confirm-dialog.tsx'),
      import('#client/kit/wire/session.ts'),
      import('#client/kit/wire/query-client.ts'),
      import('#client/kit/words/t.ts'),
    ]);
  localStorage.setItem('mes.lang', '"en_US"');
  await setUpWords(async (lang) => getTermsOfLanguage(lang));
  session.signIn({
    validateKey: 'token-1',
    user: { permissions, mustChangePassword: false, zone: 'UTC' } as unknown as CurrentUser,
    remembered: false,
  });
  const router = createMemoryRouter([{ path: '*', element: <ScheduleScreen /> }], {
    initialEntries: [address],
  });
  root.render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <ConfirmDialog />
    </QueryClientProvider>,
  );
  return router;
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  sessionStorage.clear();
  localStorage.clear();
  answers = makeScheduleAnswers(input, before, after);
  runs = answers.list.rows;
  present = answers.present;
  isOutdated = false;
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
});
afterEach(() => {
  root.unmount();
  host.remove();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('the page of cycle scheduling', () => {
  it('shows the figures of each way beside those of the present plan', async () => {
    await openPage();
    await waitUntil(() => expect(listTexts('.keep-table .is-chosen .figure')[0]).toContain('1 / 2'));
    const [presentRow] = host.querySelectorAll('.keep-table tbody tr');
    expect(presentRow!.textContent).toContain(t('presentSchedule'));
    expect(presentRow!.textContent).toContain('0 / 2');
    // More orders are late than before, and the page says so without colour.
    expect(host.querySelector('.is-chosen .is-worse')!.textContent).toContain('+');
    expect(listTexts('.keep-table .keep-none')).toHaveLength(2);
  });

  it('lists late orders with causes, and what is not planned with its reason', async () => {
    await openPage();
    await waitUntil(() => expect(listTexts('.side-title')[0]).toContain('W-4001'));
    expect(listTexts('.side-causes').join()).toContain('CNC-1');
    host.querySelector<HTMLElement>('[data-tab-id="unplaced"]')!.click();
    await waitUntil(() => expect(listTexts('.side-reason')).toContain(t('unplaced.noEstimate')));
  });

  it('says what changes before it applies a plan, and applies nothing without a yes', async () => {
    await openPage();
    await waitUntil(() => expect(findButton(t('applyPlan'))?.hasAttribute('disabled')).toBe(false));
    findButton(t('applyPlan'))!.click();
    const { run, comparison } = answers.proposal;
    const text = t('applyPlanText', {
      moved: run.moved,
      machines: run.machineChanged,
      newlyLate: comparison!.newlyLate.length,
      newlyOnTime: 0,
    });
    await waitUntil(() => expect(document.querySelector('.confirm-text')?.textContent).toBe(text));
    findButton(t('cancel'))!.click();
    await waitUntil(() => expect(document.querySelector('.bp6-dialog')).toBeNull());
    expect(findCalls('apply')).toEqual([]);
    findButton(t('applyPlan'))!.click();
    await waitUntil(() => expect(document.querySelector('.confirm-text')).not.toBeNull());
    document.querySelector<HTMLElement>('.bp6-dialog .bp6-intent-primary')!.click();
    await waitUntil(() => expect(findCalls('apply')).toHaveLength(1));
    expect(findCalls('apply')[0]!.form).toMatchObject({ id: '2' });
  });

  it('says what changed in the factory if a plan cannot be applied, and offers to compute again', async () => {
    isOutdated = true;
    await openPage();
    await waitUntil(() => expect(findButton(t('applyPlan'))?.hasAttribute('disabled')).toBe(false));
    findButton(t('applyPlan'))!.click();
    await waitUntil(() => expect(document.querySelector('.confirm-text')).not.toBeNull());
    document.querySelector<HTMLElement>('.bp6-dialog .bp6-intent-primary')!.click();
    await waitUntil(() => expect(host.querySelector('.schedule-changed')?.textContent).toContain('W-4002'));
    expect(host.querySelector('.schedule-changed')!.textContent).toContain(t('change.orderDatesChanged'));
    host.querySelector<HTMLElement>('.schedule-changed .bp6-intent-primary')!.click();
    await waitUntil(() => expect(findCalls('compute')).toHaveLength(1));
    expect(findCalls('compute')[0]!.form).toMatchObject({ keep: 'keepOrder', goal: 'tardiness' });
  });

  it('shows how far a computation is, and stops it', async () => {
    const progress = { passes: 12, ofPasses: 30, objective: null };
    runs = [makeRun(3, 'planAfresh', { state: 'computing', progress, endedAt: null }), ...runs];
    await openPage();
    await waitUntil(() =>
      expect(host.querySelector('.schedule-progress')?.textContent).toContain('12 of 30'),
    );
    expect(findButton(t('computeAgain'))!.hasAttribute('disabled')).toBe(true);
    findButton(t('cancel'))!.click();
    await waitUntil(() => expect(findCalls('cancel')[0]?.form).toMatchObject({ id: '3' }));
  });

  it('has a table with the same operations, and a way to set their time without a mouse', async () => {
    await openPage('/plan/CycleSchedule?form=planAsTable');
    await waitUntil(() => expect(listTexts('.plan-table tbody tr[aria-rowindex]')).toHaveLength(3));
    findButton(`${t('pinOperation')}: W-4001 · 20 精车`)!.click();
    await waitUntil(() => expect(document.querySelector('.pin-outcome p')).not.toBeNull());
  });

  it('offers no change of operations to people who may not change processes', async () => {
    await openPage('/plan/CycleSchedule?form=planAsTable', []);
    await waitUntil(() => expect(listTexts('.plan-table tbody tr[aria-rowindex]')).toHaveLength(3));
    expect(listTexts('.plan-actions button')).toHaveLength(3);
  });

  it('says what to do while there is no plan', async () => {
    runs = [];
    present = { run: null, plan: null };
    await openPage();
    await waitUntil(() => expect(host.querySelector('.schedule-none')?.textContent).toBe(t('noScheduleYet')));
    findButton(t('computePlan'))!.click();
    await waitUntil(() => expect(findCalls('compute')).toHaveLength(1));
  });
});

describe('scenarios', () => {
  const patch = {
    ...EMPTY_PATCH,
    kind: 'machineDown',
    deviceId: 1,
    until: '2026-06-20T02:00:00.000Z',
  } as const;
  const ADDRESS = '/plan/CycleSchedule?view=scenarios';
  let scenario: ScheduleRun;
  beforeEach(() => {
    const { figures, before: figuresBefore } = answers.proposal.run;
    scenario = makeRun(7, 'keepOrder', {
      name: 'CNC-1 broken',
      patches: [{ ...patch, name: 'CNC-1' }],
      figures,
      before: figuresBefore,
      moved: 2,
      machineChanged: 1,
    });
    difference = {
      run: scenario,
      other: null,
      otherFigures: figuresBefore!,
      comparison: answers.proposal.comparison!,
      orders: [
        {
          id: 1,
          code: 'W-4001',
          name: 'Flange',
          dueDate: '2026-06-16',
          before: { end: at(1, 12), lateBy: 0 },
          after: { end: at(1, 16), lateBy: 120 },
        },
      ],
      days: ['2026-06-15', '2026-06-16'],
      loads: [
        {
          workGroupId: 1,
          name: 'Turning',
          before: { planned: [60, 0], available: [480, 480] },
          after: { planned: [0, 60], available: [0, 480] },
        },
      ],
    };
    runs = [scenario, ...runs];
  });

  it('leaves the proposals of the page of plans as they are', async () => {
    await openPage();
    await waitUntil(() => expect(listTexts('.keep-table .is-chosen .figure')[0]).toContain('1 / 2'));
    expect(findCalls('get').map(({ form }) => form['id'])).toEqual(['2']);
  });

  it('shows a scenario beside the present plan: figures, orders, and what it changes', async () => {
    await openPage(ADDRESS);
    await waitUntil(() => expect(listTexts('.scenario-comparison tbody tr')).toHaveLength(1));
    expect(findCalls('compare')[0]!.form).toMatchObject({ id: '7' });
    expect(listTexts('.scenario-patches')[0]).toMatch(/^CNC-1 down \(… – (2026-)?06-20 02:00\)$/);
    expect(listTexts('.scenario-comparison tbody tr')[0]).toContain(t('laterByTime', { time: '4 h' }));
    expect(listTexts('.scenario-tiles dd')[0]).toBe('0 → 1');
    expect(listTexts('.lateness-name')).toEqual([t('presentSchedule'), 'CNC-1 broken']);
  });

  it('asks for the fields of each kind, and computes what was entered', async () => {
    await openPage(ADDRESS);
    await waitUntil(() => expect(findButton(t('addScenario'))).toBeDefined());
    findButton(t('addScenario'))!.click();
    await waitUntil(() => expect(document.querySelector('.scenario-patch')).not.toBeNull());
    document.querySelector<HTMLElement>('.bp6-dialog [type="submit"]')!.click();
    // Nothing is sent without a name and an order.
    await waitUntil(() => expect(document.querySelectorAll('.bp6-dialog .field-problem')).toHaveLength(1));
    expect(findCalls('compute')).toEqual([]);
  });

  it('computes a changed copy, and deletes only after a yes', async () => {
    await openPage(ADDRESS);
    const copyName = `${t('copyScenario')}: CNC-1 broken`;
    await waitUntil(() => expect(findButton(copyName)?.hasAttribute('disabled')).toBe(false));
    findButton(copyName)!.click();
    await waitUntil(() => expect(document.querySelector('.scenario-patch')).not.toBeNull());
    document.querySelector<HTMLElement>('.bp6-dialog [type="submit"]')!.click();
    await waitUntil(() => expect(findCalls('compute')).toHaveLength(1));
    const { form } = findCalls('compute')[0]!;
    expect(form).toMatchObject({ name: 'CNC-1 broken', keep: 'keepOrder' });
    expect(JSON.parse(form['patches'] as string)).toEqual([patch]);
    findButton(`${t('delete')}: CNC-1 broken`)!.click();
    await waitUntil(() => expect(document.querySelector('.confirm-text')).not.toBeNull());
    expect(findCalls('delete')).toEqual([]);
    document.querySelector<HTMLElement>('.bp6-dialog .bp6-intent-danger')!.click();
    await waitUntil(() => expect(findCalls('delete')[0]?.form).toMatchObject({ id: '7' }));
  });

  it('says what scenarios are for while there is none', async () => {
    runs = runs.slice(1);
    await openPage(ADDRESS);
    await waitUntil(() =>
      expect(host.querySelector('.schedule-none')?.textContent).toBe(t('noScenariosYet')),
    );
  });
});
