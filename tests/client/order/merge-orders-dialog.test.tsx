import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import type { Entity } from '#shared/entities/index.ts';
import { registerSignedInHost, signIn, stubServer, waitUntil } from '../wire/signed-in-host.ts';
import { makeRefusedReply, makeSuccessReply, type SentCall } from '../wire/wire-stub.ts';

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

const host = registerSignedInHost();

/** Opens the dialog. The server refuses to merge into the order `refusedId`. */
async function openDialog(refusedId = 0) {
  const { MergeOrdersDialog } = await signIn(
    () => import('#client/features/order/list/merge-orders-dialog.tsx'),
  );
  const makeReply = ({ path, form }: SentCall) => {
    if (path === '/mes/order/merge') return { id: 6, quantity: 16 };
    const keptOrder = orders.find(({ id }) => String(id) === form['id'])!;
    return {
      quantityBefore: keptOrder.quantity,
      quantity: 16,
      dueDate: '2026-05-20',
      parts: [{ id: 1, code: 'PUMP', name: '泵体', before: keptOrder.quantity, after: 16 }],
    };
  };
  const sentCalls = stubServer((sentCall) =>
    sentCall.path === '/mes/order/mergePreview' && sentCall.form['id'] === String(refusedId)
      ? makeRefusedReply(409, { code: 'mergePartMissing', message: '不能合并：没有零件' })
      : makeSuccessReply(makeReply(sentCall)),
  );
  const onMerged = vi.fn<() => void>();
  host.root.render(
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
