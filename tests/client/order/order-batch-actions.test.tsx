import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AnyRow } from '#client/crud/row.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';
import type { PermissionCode } from '#shared/kernel/permissions.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { OrderState } from '#shared/machines/work-order.ts';
import { makeServerKeyPair, makeSuccessReply, stubFetch, type SentCall } from '../wire/wire-stub.ts';

const serverKeyPair = makeServerKeyPair('k1');
const waitUntil = (assertion: () => void) => vi.waitFor(assertion, { timeout: 8000, interval: 10 });
const makeOrder = (id: number, state: OrderState) =>
  ({ id, version: 2, code: `W-${id}`, state }) as unknown as AnyRow;

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
});

/** Shows the actions for the chosen orders. `refusedId` is the order that the server refuses. */
async function showActions(
  rows: readonly AnyRow[],
  {
    permissions = ['WORK_ORDER_MODIFY'],
    refusedId = 0,
  }: { permissions?: PermissionCode[]; refusedId?: number } = {},
) {
  vi.resetModules();
  const [{ OrderBatchActions }, { ConfirmDialog }, { session }, { setUpWords }] = await Promise.all([
    import('#client/features/order/list/order-batch-actions.tsx'),
    import('#client/kit/messages/confirm-dialog.tsx'),
    import('#client/kit/wire/session.ts'),
    import('#client/kit/words/t.ts'),
  ]);
  await setUpWords(async (lang) => getTermsOfLanguage(lang));
  session.signIn({
    validateKey: 'token-1',
    user: { permissions, mustChangePassword: false, zone: 'Asia/Shanghai' } as unknown as CurrentUser,
    remembered: false,
  });
  const sentCalls = stubFetch(({ path, form }: SentCall) => {
    if (path === '/mes/login/key')
      return makeSuccessReply({ id: serverKeyPair.id, publicKey: serverKeyPair.publicKey });
    const sentRows = JSON.parse(form['rows']!) as { id: number }[];
    return makeSuccessReply({
      rows: sentRows.map(({ id }) => ({
        id,
        answer:
          id === refusedId
            ? { success: false, code: 'stale', message: '已被他人修改' }
            : { success: true, data: {} },
      })),
    });
  });
  const selections: number[][] = [];
  root.render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <OrderBatchActions rows={rows} onSelect={(ids) => selections.push([...ids])} />
        <ConfirmDialog />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await waitUntil(() => expect(document.querySelector('button')).not.toBeNull());
  const readBatches = () => sentCalls.filter(({ path }) => path.endsWith('/batch'));
  return { selections, readBatches };
}

const findByText = (selector: string, text: string) =>
  [...document.querySelectorAll<HTMLElement>(selector)].find((element) =>
    element.textContent.startsWith(text),
  );
async function clickButton(selector: string, text: string): Promise<void> {
  await waitUntil(() => expect(findByText(selector, text)).toBeDefined());
  findByText(selector, text)!.click();
}
const readMenu = () => [...document.querySelectorAll('[role="menuitem"]')].map((item) => item.textContent);

it('asks once, sends only the orders whose state allows the change, and names the others', async () => {
  const rows = [
    makeOrder(1, 'released'),
    makeOrder(2, 'inProgress'),
    makeOrder(3, 'draft'),
    makeOrder(4, 'closed'),
  ];
  const { selections, readBatches } = await showActions(rows, { refusedId: 2 });
  await clickButton('button', '更多操作');
  await waitUntil(() => expect(readMenu()).toEqual(['暂停2', '关闭工单2', '取消工单2']));
  await clickButton('[role="menuitem"]', '暂停');
  await waitUntil(() =>
    expect(document.querySelector('.confirm-text')?.textContent).toBe(
      '暂停 2 个工单后不能再开工，正在进行的报工仍可完工。\n以下工单当前状态不允许此操作，将跳过：W-3 (草稿)、W-4 (已关闭)。',
    ),
  );
  expect(readBatches()).toEqual([]);
  await clickButton('.bp6-dialog-footer button.bp6-intent-danger', '暂停');
  await waitUntil(() => expect(selections).toEqual([[2, 3, 4]]));
  const batches = readBatches();
  expect(batches.map(({ path }) => path)).toEqual(['/mes/order/suspend/batch']);
  expect(JSON.parse(batches[0]!.form['rows']!)).toEqual([
    { id: 1, version: 2 },
    { id: 2, version: 2 },
  ]);
  await waitUntil(() => expect(document.body.textContent).toContain('已被他人修改'));
});

it('resumes without a question if the state of each order allows it', async () => {
  const { selections, readBatches } = await showActions([
    makeOrder(1, 'suspended'),
    makeOrder(2, 'suspended'),
  ]);
  await clickButton('button', '更多操作');
  await clickButton('[role="menuitem"]', '恢复');
  await waitUntil(() => expect(selections).toEqual([[]]));
  expect(readBatches().map(({ path }) => path)).toEqual(['/mes/order/resume/batch']);
});

it('offers a change of state only to those who may make it', async () => {
  await showActions([makeOrder(1, 'released'), makeOrder(2, 'closed')], { permissions: ['WORK_ORDER'] });
  expect(findByText('button', '更多操作')).toBeUndefined();
  expect(findByText('button', '下达')).toBeUndefined();
});
