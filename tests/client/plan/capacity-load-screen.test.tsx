import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot, type Root } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AxisLoad, CapacityLoad, GroupLoad, LoadDetails } from '#shared/answers/capacity-load.ts';
import { LANGS } from '#shared/kernel/lang.ts';
import { addDays, listDays } from '#shared/rules/days.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { translateTerm } from '#shared/terms/index.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';
import { makeServerKeyPair, makeSuccessReply, stubFetch, type SentCall } from '../wire/wire-stub.ts';

const CAPACITY_LOAD_PATH = '/mes/plan/capacityLoad';
const FIRST_DAY = '2026-03-02';
const serverKeyPair = makeServerKeyPair('k1');

/** Makes an axis with this load on the first day. A day has 480 minutes, or 600 with overtime. */
const makeAxis = (loadMinutes: number, dayCount: number, overrides: Partial<AxisLoad> = {}): AxisLoad => ({
  load: Array.from({ length: dayCount }, (_, index) => (index === 0 ? loadMinutes : 0)),
  normal: Array.from({ length: dayCount }, () => 480),
  maximum: Array.from({ length: dayCount }, () => 600),
  budget: Array.from({ length: dayCount }, () => 400),
  overdueMinutes: 0,
  overdueCount: 0,
  unplannedMinutes: 0,
  unplannedCount: 0,
  withoutEstimate: 0,
  unknownResources: 0,
  ...overrides,
});
const makeGroup = (
  id: number,
  loadMinutes: number,
  dayCount: number,
  overrides?: Partial<AxisLoad>,
): GroupLoad => ({
  id,
  code: `G${id}`,
  name: `Group ${id}`,
  deviceHours: makeAxis(loadMinutes, dayCount, overrides),
  manHours: makeAxis(loadMinutes / 2, dayCount),
});
const details: LoadDetails = {
  today: FIRST_DAY,
  minutes: 570,
  rows: [61, 479].map((minutes, index) => ({
    processId: index + 1,
    orderId: 70 + index,
    orderCode: `W-${index}`,
    partId: 1,
    partCode: 'P',
    partName: 'Part',
    seq: 10,
    name: 'Turning',
    plannedStart: FIRST_DAY,
    plannedEnd: FIRST_DAY,
    kind: index === 0 ? 'overdue' : 'planned',
    remainingQuantity: 5,
    minutes,
    remainingMinutes: minutes,
  })),
  tasks: [{ taskId: 3, name: 'Cleaning', reason: null, workGroupId: 1, people: 2, minutes: 30 }],
};

let root: Root;
let host: HTMLElement;
let sentCalls: SentCall[];
/** Makes the groups that the stubbed server returns; null if the server refuses the call. */
let makeGroups: ((dayCount: number) => GroupLoad[]) | null;
const waitUntil = (assertion: () => void) => vi.waitFor(assertion, { timeout: 10_000, interval: 10 });
const findElement = (selector: string) => document.querySelector<HTMLElement>(selector);
const findCell = (row: number, column: number) =>
  host.querySelector<HTMLElement>(`[aria-rowindex="${row}"] [aria-colindex="${column}"]`);

async function openPage(
  address = `/plan/CapacityLoad?from=${FIRST_DAY}&days=14`,
  permissions = ['WORK_ORDER'],
) {
  sentCalls = stubFetch(({ path, form }) => {
    if (path === '/mes/login/key')
      return makeSuccessReply({ id: serverKeyPair.id, publicKey: serverKeyPair.publicKey });
    if (path === `${CAPACITY_LOAD_PATH}/processes`) return makeSuccessReply(details);
    if (path !== CAPACITY_LOAD_PATH) return { body: [] };
    if (!makeGroups) return { status: 500, body: { success: false, code: 'internal', message: 'down' } };
    const { from, to } = form as { from: string; to: string };
    const answer: CapacityLoad = {
      today: FIRST_DAY,
      from,
      to,
      groups: makeGroups(listDays(from, to).length),
    };
    return makeSuccessReply(answer);
  });
  vi.resetModules();
  const [{ CapacityLoadScreen }, { session }, { queryClient }, { setUpWords }] = await Promise.all([
    import('#client/features/plan/capacity/capacity-load-screen.tsx'),
    import('#client/kit/wire/session.ts'),
    import('#client/kit/wire/query-client.ts'),
    import('#client/kit/words/t.ts'),
  ]);
  localStorage.setItem('mes.lang', '"en_US"');
  await setUpWords(async (lang) => getTermsOfLanguage(lang));
  session.signIn({
    validateKey: 'token-1',
    user: { permissions, mustChangePassword: false, zone: 'Asia/Shanghai' } as unknown as CurrentUser,
    remembered: false,
  });
  const router = createMemoryRouter([{ path: '*', element: <CapacityLoadScreen /> }], {
    initialEntries: [address],
  });
  root.render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}
const pressKey = (key: string) =>
  findElement('[role="grid"]')!.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
  );
const translate = (key: Parameters<typeof translateTerm>[1], params?: Record<string, unknown>) => {
  const lang = LANGS.find((candidate) => document.documentElement.lang.startsWith(candidate.slice(0, 2)))!;
  return translateTerm(lang, key, params);
};

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
  // The test document has no layout, so all elements get a fixed size.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  sessionStorage.clear();
  localStorage.clear();
  makeGroups = (dayCount) => [
    makeGroup(1, 540, dayCount, { overdueMinutes: 61, withoutEstimate: 3, unknownResources: 2 }),
    makeGroup(2, 100, dayCount),
  ];
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
});
afterEach(() => {
  root.unmount();
  host.remove();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('the page of the capacity load', () => {
  it('shows the load by word, shape and percentage, and the quantities that it does not include', async () => {
    await openPage();
    await waitUntil(() => expect(findCell(2, 5)?.textContent).toContain('113%'));
    expect(findCell(2, 5)!.dataset['state']).toBe('overloaded');
    expect(findCell(2, 5)!.textContent).toContain('■');
    expect(findCell(2, 5)!.textContent).toContain(translate('overloaded'));
    expect(findCell(2, 5)!.textContent).toContain('9 / 8');
    expect(findCell(3, 5)!.dataset['state']).toBe('hasRoom');
    expect(findCell(2, 2)!.textContent).toBe('1');
    expect(findCell(2, 4)!.textContent).toBe('3');
    expect(findCell(2, 1)!.textContent).toContain(translate('capacityUnknown', { count: 2 }));
    expect(findElement('[role="grid"]')!.getAttribute('aria-colcount')).toBe('18');
  });

  it('recolours at once with overtime, and changes to man-hours without another call', async () => {
    await openPage();
    await waitUntil(() => expect(findCell(2, 5)?.dataset['state']).toBe('overloaded'));
    const callCount = sentCalls.length;
    const slider = findElement('input[type="range"]') as HTMLInputElement;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(slider, '100');
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    await waitUntil(() => expect(findCell(2, 5)!.dataset['state']).toBe('nearlyFull'));
    expect(findCell(2, 5)!.textContent).toContain('9 / 10');
    [...host.querySelectorAll<HTMLElement>('[role="radio"], button')]
      .find((element) => element.textContent === translate('manHours'))!
      .click();
    await waitUntil(() => expect(findCell(2, 5)!.textContent).toContain('4.5 / 10'));
    expect(sentCalls.length).toBe(callCount);
  });

  it('adds up whole weeks', async () => {
    await openPage(`/plan/CapacityLoad?from=2026-03-04&days=14&by=loadByWeek`);
    await waitUntil(() => expect(findCell(2, 5)?.textContent).toContain('9 / 56'));
    const [{ form }] = sentCalls.filter((call) => call.path === CAPACITY_LOAD_PATH) as [SentCall];
    expect(form).toMatchObject({ from: FIRST_DAY, to: addDays(FIRST_DAY, 13) });
    expect(findElement('[role="grid"]')!.getAttribute('aria-colcount')).toBe('6');
  });

  it('begins the current week with today, because past days have no capacity', async () => {
    await openPage('/plan/CapacityLoad?days=14&by=loadByWeek');
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(Date.now());
    await waitUntil(() =>
      expect(sentCalls.find((call) => call.path === CAPACITY_LOAD_PATH)?.form).toMatchObject({ from: today }),
    );
  });

  it('opens the processes of a cell by keyboard; they add up to the cell and link to their orders', async () => {
    await openPage();
    await waitUntil(() => expect(findCell(2, 5)).not.toBeNull());
    for (let step = 0; step < 4; step++) pressKey('ArrowRight');
    await waitUntil(() =>
      expect(findElement('[role="grid"]')!.getAttribute('aria-activedescendant')).toBe(findCell(2, 5)!.id),
    );
    pressKey('Enter');
    await waitUntil(() => expect(findElement('.load-drawer table')).not.toBeNull());
    const sentForm = sentCalls.find((call) => call.path === `${CAPACITY_LOAD_PATH}/processes`)!.form;
    expect(sentForm).toMatchObject({
      from: FIRST_DAY,
      to: FIRST_DAY,
      axis: 'deviceHours',
      workGroupId: '1',
      loadKind: 'plannedLoad',
    });
    expect(findElement('.load-sum')!.textContent).toContain('9');
    expect([...document.querySelectorAll('.load-drawer a')].map((link) => link.getAttribute('href'))).toEqual(
      ['/order/70', '/order/71'],
    );
    expect(findElement('.load-drawer tbody tr')!.textContent).toContain(translate('overdueLoad'));
    const taskRow = findElement('.load-drawer tbody tr:last-child')!.textContent;
    expect(taskRow).toContain(`${translate('outsidePlan')} · Cleaning`);
    expect(taskRow).toContain(translate('peopleToday', { count: 2 }));
  });

  it('links to no order that the user may not open', async () => {
    await openPage(undefined, []);
    await waitUntil(() => expect(findCell(2, 2)).not.toBeNull());
    findCell(2, 2)!.click();
    await waitUntil(() => expect(findElement('.load-drawer table')).not.toBeNull());
    expect(findElement('.load-drawer a')).toBeNull();
    expect(sentCalls.find((call) => call.path === `${CAPACITY_LOAD_PATH}/processes`)!.form).toMatchObject({
      loadKind: 'overdueLoad',
    });
  });

  it('says what to do without groups, and offers to try again after a failure', async () => {
    makeGroups = () => [];
    await openPage();
    await waitUntil(() => expect(host.textContent).toContain(translate('capacityEmpty')));
    root.unmount();
    root = createRoot(host);
    makeGroups = null;
    await openPage();
    await waitUntil(() => expect(host.textContent).toContain(translate('retry')));
  });

  it('draws only the cells near the visible part', async () => {
    makeGroups = (dayCount) => Array.from({ length: 60 }, (_, index) => makeGroup(index + 1, 100, dayCount));
    await openPage(`/plan/CapacityLoad?from=${FIRST_DAY}&days=112`);
    await waitUntil(() => expect(findCell(2, 5)).not.toBeNull());
    expect(findElement('[role="grid"]')!.getAttribute('aria-rowcount')).toBe('61');
    const drawnCellCount = host.querySelectorAll('[role="gridcell"]').length;
    expect(drawnCellCount).toBeGreaterThan(50);
    expect(drawnCellCount).toBeLessThan(800);
  });
});
