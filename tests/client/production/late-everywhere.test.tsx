import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LANGS } from '#shared/kernel/lang.ts';
import {
  calculateExpectedDelayDays,
  calculateLateness,
  calculateOverdueDays,
  type OrderLatenessData,
} from '#shared/rules/lateness.ts';
import { orderProgress } from '#boards/widgets/order-progress.tsx';
import { LateMark, LatenessText } from '#client/production/late-mark.tsx';
import { changeLang, setUpWords } from '#client/kit/words/t.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';

const ZONE = 'Asia/Shanghai';
const NOW_MS = Date.parse('2026-11-21T12:00:00+08:00');

let root: Root;
let host: HTMLElement;

const renderAndReadText = async (node: ReactNode, selector: string) => {
  await act(async () => root.render(node));
  return host.querySelector(selector)!.textContent!.replace(/^◆/, '');
};

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await setUpWords(async (lang) => getTermsOfLanguage(lang));
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(100);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(50);
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(NOW_MS);
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
});
afterEach(async () => {
  await act(async () => root.unmount());
  host.remove();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const makeOrderDates = (overrides: Partial<OrderLatenessData>): OrderLatenessData => ({
  state: 'inProgress',
  progress: 50,
  plannedStart: '2026-11-11',
  dueDate: '2026-11-20',
  promisedDate: null,
  startedAt: null,
  endedAt: null,
  projectedEnd: null,
  ...overrides,
});

it('the wall, the order list, the progress query and the customer page show the same lateness in every language', async () => {
  const settings = { pageSeconds: 10, nameShown: 'name' };
  const Wall = orderProgress.Component;
  for (const lang of LANGS) {
    await changeLang(lang);
    for (const order of [
      makeOrderDates({}),
      makeOrderDates({ progress: 100 }),
      makeOrderDates({ dueDate: '2026-11-22' }),
    ]) {
      // The order list and the progress query show this mark.
      const listText = await renderAndReadText(<LateMark order={order} />, '.late-mark');
      const customerText = await renderAndReadText(
        <LatenessText lateness={calculateLateness(order, NOW_MS, ZONE)} />,
        '.late-mark',
      );
      const row = {
        id: 1,
        code: 'WO-1',
        name: 'N',
        customerName: 'C',
        quantity: 10,
        completedQuantity: 5,
        progress: order.progress,
        dueDate: order.dueDate,
        lateDays: calculateOverdueDays(order, NOW_MS, ZONE),
        expectedDelayDays: calculateExpectedDelayDays(order, NOW_MS, ZONE),
        state: order.state,
      };
      const wallText = await renderAndReadText(
        <Wall settings={settings} rows={[row]} areRowsKnown />,
        '[data-row] .order-due',
      );
      expect([lang, wallText, customerText]).toEqual([lang, listText, listText]);
      expect(listText).toMatch(/\d/);
    }
  }
});
