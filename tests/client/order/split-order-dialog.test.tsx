import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, it } from 'vitest';
import type { Entity } from '#shared/entities/index.ts';
import { registerSignedInHost, signIn, stubServer, waitUntil } from '../wire/signed-in-host.ts';
import { makeSuccessReply, type SentCall } from '../wire/wire-stub.ts';
import { makeProcess } from './make-process.ts';

const order = {
  id: 5,
  version: 3,
  code: 'W-1',
  name: '水泵',
  quantity: 10,
  dueDate: '2026-05-20',
  state: 'inProgress',
} as unknown as Entity<'workOrder'>;
const parts = [
  { id: 1, parentId: null, code: 'PUMP', name: '泵体', quantity: 10, quantityPer: 1 },
  { id: 2, parentId: 1, code: 'WHEEL', name: '叶轮', quantity: 21, quantityPer: 2 },
];

const host = registerSignedInHost();

/** Opens the dialog for an order of 10 pumps, whose 21 wheels have been received in part. */
async function openDialog(received: number, client = new QueryClient()): Promise<SentCall[]> {
  const { SplitOrderDialog } = await signIn(() => import('#client/features/order/split-order-dialog.tsx'));
  const process = makeProcess({ processId: 20, partId: 2, plannedQuantity: 21, arrived: 21, received });
  const replies: Record<string, unknown> = {
    '/mes/order/nextCode': { code: 'W-2' },
    '/mes/order/part/page': { rows: parts, total: parts.length },
    '/mes/process/progress': [process],
    '/mes/order/split': { id: 6, partCount: 2, processCount: 1 },
  };
  const sentCalls = stubServer(async ({ path }, count) => {
    // A second reading of the proposed code takes so long that a dialog without it would be seen.
    if (path === '/mes/order/nextCode' && count > 1) await new Promise((resolve) => setTimeout(resolve, 200));
    return makeSuccessReply(replies[path]);
  });
  host.root.render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={['/order/5']}>
        <Routes>
          <Route path="/order/5" element={<SplitOrderDialog order={order} onClose={() => undefined} />} />
          <Route path="/order/6" element={<h1>new order</h1>} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await waitUntil(() => expect(document.querySelector('form [role="status"]')).not.toBeNull());
  return sentCalls;
}

const findInputs = () => [...document.querySelectorAll<HTMLInputElement>('form input')];
function typeQuantity(value: string): void {
  const input = findInputs()[0]!;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
const readTable = () =>
  [...document.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent).join(' | '),
  );
const readHints = () => [...document.querySelectorAll('[role="status"]')].map((hint) => hint.textContent);

it('previews the quantities of both orders, and sends the split', async () => {
  const sentCalls = await openDialog(8);
  expect(readHints()).toContain('最多可拆出 6。');
  expect(readTable()).toEqual([]);
  typeQuantity('4');
  await waitUntil(() =>
    expect(readTable()).toEqual(['工单 | 6 | 4', 'PUMP 泵体 | 6 | 4', 'WHEEL 叶轮 | 12 | 9']),
  );
  typeQuantity('7');
  await waitUntil(() => expect(readTable()).toEqual([]));
  typeQuantity('4');
  await waitUntil(() => expect(readTable()).toHaveLength(3));
  document.querySelector<HTMLButtonElement>('button[type="submit"]')!.click();
  await waitUntil(() => expect(document.querySelector('h1')?.textContent).toBe('new order'));
  const [call] = sentCalls.filter(({ path }) => path === '/mes/order/split');
  expect(call!.form).toMatchObject({
    id: '5',
    version: '3',
    code: 'W-2',
    quantity: '4',
    dueDate: '2026-05-20',
  });
});

it('says that nothing can be split off, and asks for nothing', async () => {
  await openDialog(21);
  expect(readHints()).toEqual(['全部数量都已接收，没有可拆出的数量。']);
  expect(findInputs()).toEqual([]);
  expect(document.querySelector('button[type="submit"]')).toBeNull();
});

it('keeps what was typed while the data of orders are read again', async () => {
  const client = new QueryClient();
  await openDialog(8, client);
  typeQuantity('4');
  await waitUntil(() => expect(readTable()).toHaveLength(3));
  const [input] = findInputs();
  await client.invalidateQueries({ queryKey: ['entity'] });
  await waitUntil(() => expect(client.isFetching()).toBe(0));
  expect(findInputs()[0]).toBe(input);
  expect(input!.value).toBe('4');
});
