import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot, type Root } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AdherenceFigure, DayLine, DayPlan } from '#shared/answers/daily-plan.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { translateTerm, type TermKey } from '#shared/terms/index.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';
import { makeServerKeyPair, makeSuccessReply, stubFetch, type SentCall } from '../wire/wire-stub.ts';

const DAY = '2026-03-02';
const serverKeyPair = makeServerKeyPair('k1');
const makeLine = (processId: number, values: Partial<DayLine> = {}): DayLine => ({
  processId,
  shareId: 0,
  orderId: 70 + processId,
  orderCode: `W-${processId}`,
  partId: 1,
  partCode: 'P',
  partName: 'Flange',
  seq: 10,
  name: 'Turning',
  workGroupId: 3,
  workGroupName: 'Turning shop',
  deviceId: 11,
  deviceName: 'Lathe 1',
  startsAt: null,
  endsAt: null,
  quantityLeft: 5,
  quantity: 2,
  deviceMinutes: 90,
  manMinutes: 90,
  plannedPeople: null,
  state: 'notStarted',
  isDone: false,
  workers: [],
  carriedFrom: null,
  dueDate: null,
  missing: [],
  position: null,
  change: null,
  ...values,
});
const makePlan = (values: Partial<DayPlan> = {}): DayPlan => ({
  day: DAY,
  today: DAY,
  shifts: [{ name: 'Early', startsAt: `${DAY}T00:00:00Z`, endsAt: `${DAY}T08:00:00Z`, workGroupIds: null }],
  lines: [],
  release: null,
  lastNumber: 0,
  changeCount: 0,
  unplannedCount: 0,
  ...values,
});

let root: Root;
let host: HTMLElement;
let sentCalls: SentCall[];
let plan: DayPlan;
let figures: AdherenceFigure[];
const t = (key: TermKey, params?: Record<string, unknown>) => translateTerm('en_US', key, params);
const waitUntil = (assertion: () => void) => vi.waitFor(assertion, { timeout: 10_000, interval: 10 });
const findButton = (text: string) =>
  [...document.querySelectorAll<HTMLButtonElement>('button')].find((button) => button.textContent === text);

async function openPage(permissions: string[] = [], address = '/plan') {
  sentCalls = stubFetch(({ path }) => {
    if (path === '/mes/login/key')
      return makeSuccessReply({ id: serverKeyPair.id, publicKey: serverKeyPair.publicKey });
    if (path === '/mes/plan/day') return makeSuccessReply(plan);
    if (path === '/mes/plan/day/adherence') return makeSuccessReply({ rows: figures });
    if (path === '/mes/plan/day/release') return makeSuccessReply({ planId: 1, number: 1, lineCount: 1 });
    return path.endsWith('/list') ? { body: [] } : makeSuccessReply({ rows: [] });
  });
  vi.resetModules();
  const [{ DailyPlanScreen }, { session }, { queryClient }, { setUpWords, changeLang }] = await Promise.all([
    import('#client/features/plan/daily/daily-plan-screen.tsx'),
    import('#client/kit/wire/session.ts'),
    import('#client/kit/wire/query-client.ts'),
    import('#client/kit/words/t.ts'),
  ]);
  await setUpWords(async (lang) => getTermsOfLanguage(lang));
  await changeLang('en_US');
  session.signIn({
    validateKey: 'token-1',
    user: { permissions, mustChangePassword: false, zone: 'Asia/Shanghai' } as unknown as CurrentUser,
    remembered: false,
  });
  const router = createMemoryRouter([{ path: '*', element: <DailyPlanScreen /> }], {
    initialEntries: [address],
  });
  root.render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await waitUntil(() => expect(host.querySelector('.plan-section, .plan-none')).not.toBeNull());
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${DAY}T02:00:00Z`) });
  sessionStorage.clear();
  localStorage.clear();
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
  plan = makePlan();
  figures = [];
});
afterEach(() => {
  root.unmount();
  host.remove();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('says what to do if nothing is planned, and what remains if no filter fits', async () => {
  await openPage();
  expect(host.querySelector('.plan-none')?.textContent).toContain(t('planNothing'));
  expect(host.textContent).toContain(t('adherenceNone'));
  root.unmount();
  root = createRoot(host);
  await openPage([], '/plan?group=3');
  expect(host.querySelector('.plan-none')?.textContent).toContain(t('planNothingFits'));
  expect(sentCalls.find(({ path }) => path === '/mes/plan/day')?.form).toMatchObject({ workGroupId: '3' });
});

it('shows carried work first, then the groups, with marks in words', async () => {
  plan = makePlan({
    lines: [
      makeLine(1, {
        carriedFrom: '2026-02-27',
        missing: [{ kind: 'missingMaterial', materials: ['Bar', 'Oil'] }],
      }),
      makeLine(2, {
        startsAt: `${DAY}T00:30:00Z`,
        endsAt: `${DAY}T02:00:00Z`,
        workers: ['Li'],
        state: 'processing',
      }),
      makeLine(3, {
        missing: [
          { kind: 'missingDrawing' },
          { kind: 'missingDevice', reason: 'repair' },
          { kind: 'missingPeople', needed: 2, present: 1 },
        ],
      }),
    ],
    unplannedCount: 4,
  });
  await openPage();
  const headings = [...host.querySelectorAll('.plan-section h2')].map((heading) => heading.textContent);
  expect(headings[0]).toContain(t('carriedLines'));
  expect(headings[1]).toContain('Turning shop');
  expect(host.textContent).toContain(t('missingMaterial', { names: 'Bar, Oil' }));
  expect(host.textContent).toContain('08:30–10:00');
  expect(host.textContent).toContain(t('missingDrawing'));
  expect(host.textContent).toContain(t('missingDevice', { reason: t('repair') }));
  expect(host.textContent).toContain(t('missingPeople', { needed: 2, present: 1 }));
  expect(host.textContent).toContain(t('planUnplannedCount', { count: 4 }));
  expect(findButton(t('releasePlan'))).toBeUndefined();
});

it('says before a release what it changes, and releases what was seen', async () => {
  plan = makePlan({
    lines: [makeLine(1, { change: 'lineAdded' }), makeLine(2, { change: 'lineDropped', position: 0 })],
    release: { planId: 9, number: 2, releasedAt: `${DAY}T00:00:00Z`, releasedBy: 'Wang', lineCount: 1 },
    lastNumber: 2,
    changeCount: 2,
  });
  await openPage(['WORK_PLAN_MODIFY']);
  expect(host.textContent).toContain(t('planChangedSince', { count: 2 }));
  findButton(t('releasePlanAgain'))!.click();
  await waitUntil(() =>
    expect(document.querySelector('.bp6-dialog')?.textContent).toContain(
      t('releasePlanChanges', { number: 2, added: 1, moved: 0, dropped: 1 }),
    ),
  );
  const submit = document.querySelector<HTMLButtonElement>('.bp6-dialog .bp6-intent-primary')!;
  submit.click();
  await waitUntil(() => {
    const sentCall = sentCalls.find(({ path }) => path === '/mes/plan/day/release');
    expect(sentCall?.form).toMatchObject({ day: DAY, number: '2' });
  });
});

it('shows the adherence of the last days as a figure and as bars', async () => {
  plan = makePlan({ lines: [makeLine(1)] });
  const makeFigure = (day: string, workGroupId: number, lines: number, kept: number) => ({
    day,
    workGroupId,
    lines,
    startedInTime: kept,
    finished: lines,
    kept,
  });
  figures = [
    makeFigure('2026-02-27', 3, 4, 3),
    makeFigure('2026-03-01', 3, 2, 1),
    makeFigure('2026-03-01', 4, 2, 2),
  ];
  await openPage();
  await waitUntil(() => expect(host.querySelector('.plan-adherence-figure')?.textContent).toContain('75 %'));
  expect(host.querySelectorAll('.plan-adherence li')).toHaveLength(2);
  expect(host.querySelector('.plan-adherence li')?.getAttribute('aria-label')).toContain('75 %');
});
