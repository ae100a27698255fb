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

const PATH = '/mes/plan/capacityLoad';
const FROM = '2026-03-02';
const serverKeyPair = makeServerKeyPair('k1');

// The first test takes longer because it loads all modules of the page.
vi.setConfig({ testTimeout: 30_000 });

/** Makes an axis whose first day has this load, against 480 minutes a day and 600 with overtime. */
const makeAxis = (load: number, days: number, others: Partial<AxisLoad> = {}): AxisLoad => ({
  load: Array.from({ length: days }, (_, index) => (index === 0 ? load : 0)),
  normal: Array.from({ length: days }, () => 480),
  maximum: Array.from({ length: days }, () => 600),
  budget: Array.from({ length: days }, () => 400),
  overdueMinutes: 0,
  overdueCount: 0,
  unplannedMinutes: 0,
  unplannedCount: 0,
  withoutEstimate: 0,
  unknownResources: 0,
  ...others,
});
const makeGroup = (id: number, load: number, days: number, others?: Partial<AxisLoad>): GroupLoad => ({
  id,
  code: `G${id}`,
  name: `Group ${id}`,
  deviceHours: makeAxis(load, days, others),
  manHours: makeAxis(load / 2, days),
});
const details: LoadDetails = {
  today: FROM,
  minutes: 540,
  rows: [61, 479].map((minutes, index) => ({
    processId: index + 1,
    orderId: 70 + index,
    orderCode: `W-${index}`,
    partId: 1,
    partCode: 'P',
    partName: 'Part',
    seq: 10,
    name: 'Turning',
    plannedStart: FROM,
    plannedEnd: FROM,
    kind: index === 0 ? 'overdue' : 'planned',
    remainingQuantity: 5,
    minutes,
    remainingMinutes: minutes,
  })),
};

let root: Root;
let host: HTMLElement;
let sentCalls: SentCall[];
/** The groups that the stubbed server returns for a number of days; null for a refusal. */
let groups: ((days: number) => GroupLoad[]) | null;
const waitUntil = (is: () => void) => vi.waitFor(is, { timeout: 10_000, interval: 10 });
const find = (selector: string) => document.querySelector<HTMLElement>(selector);
const findCell = (row: number, column: number) =>
  host.querySelector<HTMLElement>(`[aria-rowindex="${row}"] [aria-colindex="${column}"]`);

async function openPage(address = `/plan/CapacityLoad?from=${FROM}&days=14`, permissions = ['WORK_ORDER']) {
  sentCalls = stubFetch(({ path, form }) => {
    if (path === '/mes/login/key')
      return makeSuccessReply({ id: serverKeyPair.id, publicKey: serverKeyPair.publicKey });
    if (path === `${PATH}/processes`) return makeSuccessReply(details);
    if (path !== PATH) return { body: [] };
    if (!groups) return { status: 500, body: { success: false, code: 'internal', message: 'down' } };
    const { from, to } = form as { from: string; to: string };
    const answer: CapacityLoad = { today: FROM, from, to, groups: groups(listDays(from, to).length) };
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
const press = (key: string) =>
  find('[role="grid"]')!.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
  );
const say = (key: Parameters<typeof translateTerm>[1], params?: Record<string, unknown>) => {
  const lang = LANGS.find((one) => document.documentElement.lang.startsWith(one.slice(0, 2)))!;
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
  // The test document has no layout.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  sessionStorage.clear();
  localStorage.clear();
  groups = (dayCount) => [
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
  it('shows load and capacity by word, shape and percentage, and what is counted apart', async () => {
    await openPage();
    await waitUntil(() => expect(findCell(2, 5)?.textContent).toContain('113%'));
    expect(findCell(2, 5)!.dataset['state']).toBe('overloaded');
    expect(findCell(2, 5)!.textContent).toContain('■');
    expect(findCell(2, 5)!.textContent).toContain(say('overloaded'));
    expect(findCell(2, 5)!.textContent).toContain('9 / 8');
    expect(findCell(3, 5)!.dataset['state']).toBe('hasRoom');
    expect(findCell(2, 2)!.textContent).toBe('1');
    expect(findCell(2, 4)!.textContent).toBe('3');
    expect(findCell(2, 1)!.textContent).toContain(say('capacityUnknown', { count: 2 }));
    expect(find('[role="grid"]')!.getAttribute('aria-colcount')).toBe('18');
  });

  it('recolours at once with overtime, and changes to man-hours without another call', async () => {
    await openPage();
    await waitUntil(() => expect(findCell(2, 5)?.dataset['state']).toBe('overloaded'));
    const callCount = sentCalls.length;
    const slider = find('input[type="range"]') as HTMLInputElement;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(slider, '100');
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    await waitUntil(() => expect(findCell(2, 5)!.dataset['state']).toBe('nearlyFull'));
    expect(findCell(2, 5)!.textContent).toContain('9 / 10');
    [...host.querySelectorAll<HTMLElement>('[role="radio"], button')]
      .find((one) => one.textContent === say('manHours'))!
      .click();
    await waitUntil(() => expect(findCell(2, 5)!.textContent).toContain('4.5 / 10'));
    expect(sentCalls.length).toBe(callCount);
  });

  it('adds up whole weeks', async () => {
    await openPage(`/plan/CapacityLoad?from=2026-03-04&days=14&by=loadByWeek`);
    await waitUntil(() => expect(findCell(2, 5)?.textContent).toContain('9 / 56'));
    const [{ form }] = sentCalls.filter((call) => call.path === PATH) as [SentCall];
    expect(form).toMatchObject({ from: FROM, to: addDays(FROM, 13) });
    expect(find('[role="grid"]')!.getAttribute('aria-colcount')).toBe('6');
  });

  it('begins the current week today, because the days before it are no capacity any more', async () => {
    await openPage('/plan/CapacityLoad?days=14&by=loadByWeek');
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(Date.now());
    await waitUntil(() =>
      expect(sentCalls.find((call) => call.path === PATH)?.form).toMatchObject({ from: today }),
    );
  });

  it('opens the processes of a cell by keyboard, which add up to it and lead to their orders', async () => {
    await openPage();
    await waitUntil(() => expect(findCell(2, 5)).not.toBeNull());
    for (let step = 0; step < 4; step++) press('ArrowRight');
    await waitUntil(() =>
      expect(find('[role="grid"]')!.getAttribute('aria-activedescendant')).toBe(findCell(2, 5)!.id),
    );
    press('Enter');
    await waitUntil(() => expect(find('.load-drawer table')).not.toBeNull());
    const sentForm = sentCalls.find((call) => call.path === `${PATH}/processes`)!.form;
    expect(sentForm).toMatchObject({
      from: FROM,
      to: FROM,
      axis: 'deviceHours',
      workGroupId: '1',
      selection: 'plannedLoad',
    });
    expect(find('.load-sum')!.textContent).toContain('9');
    expect([...document.querySelectorAll('.load-drawer a')].map((one) => one.getAttribute('href'))).toEqual([
      '/order/70',
      '/order/71',
    ]);
    expect(find('.load-drawer tbody tr')!.textContent).toContain(say('overdueLoad'));
  });

  it('links to no order that the user may not open', async () => {
    await openPage(undefined, []);
    await waitUntil(() => expect(findCell(2, 2)).not.toBeNull());
    findCell(2, 2)!.click();
    await waitUntil(() => expect(find('.load-drawer table')).not.toBeNull());
    expect(find('.load-drawer a')).toBeNull();
    expect(sentCalls.find((call) => call.path === `${PATH}/processes`)!.form).toMatchObject({
      selection: 'overdueLoad',
    });
  });

  it('says what to do without groups, and offers to try again after a failure', async () => {
    groups = () => [];
    await openPage();
    await waitUntil(() => expect(host.textContent).toContain(say('capacityEmpty')));
    root.unmount();
    root = createRoot(host);
    groups = null;
    await openPage();
    await waitUntil(() => expect(host.textContent).toContain(say('retry')));
  });

  it('draws only the cells near the visible part', async () => {
    groups = (dayCount) => Array.from({ length: 60 }, (_, index) => makeGroup(index + 1, 100, dayCount));
    await openPage(`/plan/CapacityLoad?from=${FROM}&days=112`);
    await waitUntil(() => expect(findCell(2, 5)).not.toBeNull());
    expect(find('[role="grid"]')!.getAttribute('aria-rowcount')).toBe('61');
    const drawnCellCount = host.querySelectorAll('[role="gridcell"]').length;
    expect(drawnCellCount).toBeGreaterThan(50);
    expect(drawnCellCount).toBeLessThan(800);
  });
});
