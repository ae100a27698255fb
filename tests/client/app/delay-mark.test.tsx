import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OrderDelayNotice } from '#shared/answers/schedule/order-delay.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';
import { makeServerKeyPair, makeSuccessReply, stubFetch, type SentCall } from '../wire/wire-stub.ts';

const serverKeyPair = makeServerKeyPair('k1');
const waitUntil = (assertion: () => void) => vi.waitFor(assertion, { timeout: 8000, interval: 10 });
const LATE: OrderDelayNotice = {
  delayId: 9,
  orderId: 3,
  orderCode: 'W-3',
  orderName: '齿轮',
  dueDate: '2026-11-20',
  beganAt: '2026-11-18T02:00:00Z',
  reason: {
    projectedEnd: '2026-11-21T06:30:00Z',
    lateBy: 870,
    causes: [
      { kind: 'machine', minutes: 630, machineName: '数控车床', orderCodes: ['W-1', 'W-2'] },
      { kind: 'closed', minutes: 240, machineName: '', orderCodes: [] },
    ],
    stuck: null,
  },
};
const STUCK: OrderDelayNotice = {
  ...LATE,
  delayId: 8,
  orderId: 4,
  orderCode: 'W-4',
  reason: { projectedEnd: null, lateBy: 0, causes: [], stuck: { process: '磨', reason: 'noResource' } },
};

let root: Root;
let rootElement: HTMLElement;
let notices: OrderDelayNotice[];
let sentCalls: SentCall[];

beforeEach(async () => {
  rootElement = document.body.appendChild(document.createElement('div'));
  root = createRoot(rootElement);
  notices = [LATE, STUCK];
  vi.resetModules();
  const [{ DelayMark }, { session }, { setUpWords }] = await Promise.all([
    import('#client/app/shell/notices/delay-mark.tsx'),
    import('#client/kit/wire/session.ts'),
    import('#client/kit/words/t.ts'),
  ]);
  await setUpWords(async (lang) => getTermsOfLanguage(lang));
  session.signIn({
    validateKey: 'token-1',
    user: {
      permissions: ['WORK_ORDER'],
      mustChangePassword: false,
      zone: 'Asia/Shanghai',
    } as unknown as CurrentUser,
    remembered: false,
  });
  sentCalls = stubFetch(({ path, form }) => {
    if (path === '/mes/login/key')
      return makeSuccessReply({ id: serverKeyPair.id, publicKey: serverKeyPair.publicKey });
    if (path === '/mes/plan/delays') return makeSuccessReply({ rows: notices });
    notices = notices.filter(({ delayId }) => String(delayId) !== form['delayId']);
    return makeSuccessReply(null);
  });
  root.render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <DelayMark />
      </MemoryRouter>
    </QueryClientProvider>,
  );
});
afterEach(() => {
  root.unmount();
  rootElement.remove();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const findButton = (name: string) =>
  [...document.querySelectorAll('button')].find((button) => button.getAttribute('aria-label') === name);

it('counts the late orders, shows why they are late, and hides those that the user has seen', async () => {
  await waitUntil(() => expect(findButton('2 个工单预计延迟')).toBeDefined());
  findButton('2 个工单预计延迟')!.click();
  await waitUntil(() => expect(document.querySelectorAll('.delay-list > ul > li')).toHaveLength(2));
  const text = document.querySelector('.delay-list')!.textContent;
  expect(text).toContain('14:30');
  expect(text).toContain('排队等数控车床，10 小时 30 分（前面有 W-1、W-2）');
  expect(text).toContain('“磨”无法再安排：没有能加工它的设备');
  expect(document.querySelector('.delay-list a')!.getAttribute('href')).toBe('/order/3');
  findButton('知道了: W-3')!.click();
  await waitUntil(() => expect(findButton('1 个工单预计延迟')).toBeDefined());
  expect(sentCalls.some(({ path }) => path === '/mes/plan/delays/seen')).toBe(true);
  findButton('知道了: W-4')!.click();
  await waitUntil(() => expect(rootElement.querySelector('button')).toBeNull());
});
