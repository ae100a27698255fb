import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { getTermsOfLanguage } from '#client/words-plugin.ts';
import type { Entity } from '#shared/entities/index.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import {
  makeRefusedReply,
  makeServerKeyPair,
  makeSuccessReply,
  stubFetch,
  type SentCall,
} from '../wire/wire-stub.ts';

const serverKeyPair = makeServerKeyPair('k1');
const waitUntil = (assertion: () => void) => vi.waitFor(assertion, { timeout: 8000, interval: 10 });
const makeOrder = (id: number, quantity: number) =>
  ({
    id,
    version: id + 1,
    code: `W-${id}`,
    name: '水泵',
    quantity,
    dueDate: null,
    state: 'released',
  }) as unknown as Entity<'workOrder'>;
const orders = [makeOrder(5, 10), makeOrder(6, 4), makeOrder(7, 2)];

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

/** Opens the dialog. The server refuses to merge into the order `refusedId`. */
async function openDialog(refusedId = 0) {
  vi.resetModules();
  const [{ MergeOrdersDialog }, { session }, { setUpWords }] = await Promise.all([
    import('#client/features/order/list/merge-orders-dialog.tsx'),
    import('#client/kit/wire/session.ts'),
    import('#client/kit/words/t.ts'),
  ]);
  await setUpWords(async (lang) => getTermsOfLanguage(lang));
  session.signIn({
    validateKey: 'token-1',
    user: { permissions: [], mustChangePassword: false, zone: 'Asia/Shanghai' } as unknown as CurrentUser,
    remembered: false,
  });
  const makeReply = ({ path, form }: SentCall) => {
    if (path === '/mes/login/key') return { id: serverKeyPair.id, publicKey: serverKeyPair.publicKey };
    if (path === '/mes/order/merge') return { id: 6, quantity: 16 };
    const keptOrder = orders.find(({ id }) => String(id) === form['id'])!;
    return {
      quantityBefore: keptOrder.quantity,
      quantity: 16,
      dueDate: '2026-05-20',
      parts: [{ id: 1, code: 'PUMP', name: '泵体', before: keptOrder.quantity, after: 16 }],
    };
  };
  const sentCalls = stubFetch((sentCall) =>
    sentCall.path === '/mes/order/mergePreview' && sentCall.form['id'] === String(refusedId)
      ? makeRefusedReply(409, { code: 'mergePartMissing', message: '不能合并：没有零件' })
      : makeSuccessReply(makeReply(sentCall)),
  );
  const onMerged = vi.fn<() => void>();
  root.render(
    <QueryClientProvider client={new QueryClient()}>
      <MergeOrdersDialog
        orders={orders}
        omittedOrdersText="跳过：W-9"
        onMerged={onMerged}
        onClose={() => undefined}
      />
    </QueryClientProvider>,
  );
  await waitUntil(() => expect(document.querySelectorAll('input[type="radio"]')).toHaveLength(3));
  return { sentCalls, onMerged };
}

const readPreview = () =>
  [...document.querySelectorAll('table:last-of-type tbody tr')]
    .filter((row) => row.querySelector('th'))
    .map((row) => [...row.children].map((cell) => cell.textContent).join(' | '));

it('previews the quantities of the order that is kept, and sends the merge', async () => {
  const { sentCalls, onMerged } = await openDialog();
  expect(document.body.textContent).toContain('跳过：W-9');
  await waitUntil(() => expect(readPreview()).toEqual(['W-5 | 10 | 16', 'PUMP 泵体 | 10 | 16']));
  expect(document.body.textContent).toContain('2026-05-20');
  document.querySelectorAll<HTMLInputElement>('input[type="radio"]')[1]!.click();
  await waitUntil(() => expect(readPreview()).toEqual(['W-6 | 4 | 16', 'PUMP 泵体 | 4 | 16']));
  document.querySelector<HTMLButtonElement>('button[type="submit"]')!.click();
  await waitUntil(() => expect(onMerged).toHaveBeenCalledOnce());
  const [mergeCall] = sentCalls.filter(({ path }) => path === '/mes/order/merge');
  expect(mergeCall!.form).toMatchObject({ id: '6', version: '7' });
  expect(JSON.parse(mergeCall!.form['orders']!)).toEqual([
    { id: 5, version: 6 },
    { id: 7, version: 8 },
  ]);
});

it('says before the merge why the orders cannot be merged', async () => {
  await openDialog(5);
  await waitUntil(() =>
    expect(document.querySelector('[role="alert"]')?.textContent).toBe('不能合并：没有零件'),
  );
  expect(readPreview()).toEqual([]);
});
