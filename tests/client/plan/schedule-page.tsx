import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, vi } from 'vitest';
import type { PresentSchedule, ScheduleRun } from '#shared/answers/schedule.ts';
import type { OperationState } from '#shared/answers/schedule/operation-state.ts';
import type { OperationSplit } from '#shared/answers/schedule/operation-split.ts';
import type { ScheduleDifference } from '#shared/answers/schedule/difference.ts';
import { plan } from '#shared/planning/engine/plan.ts';
import { translateTerm, type TermKey } from '#shared/terms/index.ts';
import { makeScheduleAnswers, type MadeSchedule } from '#tests/support/made-schedule.ts';
import { at, makeOrder, makeSmallPlant, makeTask, onMachines } from '#tests/support/small-plant.ts';
import { registerSignedInHost, signIn, stubServer } from '../wire/signed-in-host.ts';
import { makeSuccessReply, type SentCall } from '../wire/wire-stub.ts';

const input = makeSmallPlant(
  [
    makeTask(1, { need: onMachines(240, 1) }),
    makeTask(2, { need: onMachines(480, 1), after: [{ task: 1, transfer: 120 }] }),
    makeTask(3, { order: 2, need: onMachines(480, 1, 2) }),
    makeTask(5, { order: 2, need: onMachines(null, 2) }),
  ],
  { orders: [makeOrder(1, { due: at(1, 14) }), makeOrder(2, { due: at(4, 14) })] },
);
const firstPlan = plan(input, { seed: 1, passes: 30 });
const booking = { machine: 1, from: at(0, 6), until: at(1, 6) };
const secondPlan = plan(
  { ...input, last: firstPlan.placed, keep: 'order', bookings: [booking] },
  { seed: 1, passes: 1 },
);

/**
 * The page of cycle scheduling in a test: its element, its calls, and the data with which the calls are
 * answered.
 */
interface SchedulePage {
  host: HTMLElement;
  sentCalls: SentCall[];
  answers: MadeSchedule;
  runs: ScheduleRun[];
  /** The operations that have begun or are pinned. */
  states: OperationState[];
  present: PresentSchedule;
  difference: ScheduleDifference | null;
  /** How the operation of a dialog is split. */
  split: OperationSplit;
  /** Whether the server refuses to apply a plan, because the factory has changed. */
  isOutdated: boolean;
}
export const page = {} as SchedulePage;
const host = registerSignedInHost();

export const t = (key: TermKey, params?: Record<string, unknown>) => translateTerm('en_US', key, params);
export const waitUntil = (assertion: () => void) => vi.waitFor(assertion, { timeout: 10_000, interval: 10 });
export const findButton = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('button')].find(
    (button) => (button.getAttribute('aria-label') ?? button.textContent) === name,
  );
export const listTexts = (selector: string) =>
  [...page.host.querySelectorAll(selector)].map(({ textContent }) => textContent);
export const findCalls = (verb: string) =>
  page.sentCalls.filter(({ path }) => path === `/mes/plan/schedule/${verb}`);

/** Opens the page of cycle scheduling. A stub answers its calls instead of a server. */
export async function openSchedulePage(address = '/plan/CycleSchedule', permissions = ['PROCESS_MODIFY']) {
  page.sentCalls = stubServer(({ path }) => {
    const verb = path.replace('/mes/plan/schedule/', '');
    if (verb === 'list') return makeSuccessReply({ rows: page.runs });
    if (verb === 'present') return makeSuccessReply(page.present);
    if (verb === 'get') return makeSuccessReply(page.answers.proposal);
    if (verb === 'states') return makeSuccessReply({ rows: page.states });
    if (verb === 'compare') return makeSuccessReply(page.difference);
    if (verb === 'changes')
      return makeSuccessReply({
        rows: [{ kind: 'orderDatesChanged', entity: 'workOrder', id: 2, name: 'W-4002' }],
      });
    if (verb === 'apply' && page.isOutdated)
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
    if (path === '/mes/process/split/get') return makeSuccessReply(page.split);
    if (path === '/mes/process/get') return makeSuccessReply({ id: 1, version: 3 });
    if (path === '/mes/process/save' || path === '/mes/process/split/save') return makeSuccessReply({});
    return { body: [] };
  });
  localStorage.setItem('mes.lang', '"en_US"');
  const [{ ScheduleScreen }, { ConfirmDialog }, { queryClient }] = await signIn(
    () =>
      Promise.all([
        import('#client/features/plan/schedule/schedule-screen.tsx'),
        import('#client/kit/messages/confirm-dialog.tsx'),
        import('#client/kit/wire/query-client.ts'),
      ]),
    { permissions, zone: 'UTC' },
  );
  const router = createMemoryRouter([{ path: '*', element: <ScheduleScreen /> }], {
    initialEntries: [address],
  });
  host.root.render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <ConfirmDialog />
    </QueryClientProvider>,
  );
  return router;
}

beforeEach(() => {
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
  localStorage.clear();
  page.answers = makeScheduleAnswers(input, firstPlan, secondPlan);
  page.runs = page.answers.list.rows;
  page.present = page.answers.present;
  page.isOutdated = false;
  page.states = [];
  page.difference = null;
  const machine = (deviceId: number) => ({
    deviceId,
    code: `M${deviceId}`,
    name: `Lathe ${deviceId}`,
    workGroupId: 1,
    workGroupName: 'Turning',
  });
  page.split = {
    processId: 1,
    version: 3,
    craftName: 'Turning',
    workGroupId: 1,
    remaining: 9,
    machines: [machine(1), machine(2), machine(3)],
    shares: [],
    groups: [
      { id: 1, code: 'G1', name: 'Turning', hasCraft: true },
      { id: 2, code: 'G2', name: 'Milling', hasCraft: true },
      { id: 3, code: 'G3', name: 'Grinding', hasCraft: false },
    ],
  };
  page.host = host.element;
});
afterEach(() => {
  vi.restoreAllMocks();
});
