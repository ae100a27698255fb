import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import type { Entity } from '#shared/entities/index.ts';
import { registerSignedInHost, signIn, stubServer, waitUntil } from '../wire/signed-in-host.ts';
import { makeRefusedReply, makeSuccessReply } from '../wire/wire-stub.ts';

const makePart = (id: number, parentId: number | null, code: string, quantity: number) =>
  ({
    id,
    version: id + 1,
    parentId,
    code,
    name: `零件${id}`,
    quantity,
    quantityPer: 1,
  }) as unknown as Entity<'part'>;
const wheel = makePart(4, 3, 'WHEEL', 40);
const parts = [
  makePart(1, null, 'MACHINE', 10),
  makePart(2, 1, 'PUMP', 10),
  makePart(3, null, 'COVER', 10),
  wheel,
];

const host = registerSignedInHost();

async function openDialog(part: Entity<'part'>, parentId: number | null, isRefused = false) {
  const { MovePartDialog } = await signIn(() => import('#client/features/order/parts/move-part-dialog.tsx'));
  const sentCalls = stubServer(() =>
    isRefused
      ? makeRefusedReply(409, { code: 'partSupplyBelowReceived', message: '已接收 3，只有 0 到料' })
      : makeSuccessReply({ ...part }),
  );
  const onClose = vi.fn<() => void>();
  host.root.render(
    <QueryClientProvider client={new QueryClient()}>
      <MovePartDialog part={part} parts={parts} parentId={parentId} onClose={onClose} />
    </QueryClientProvider>,
  );
  await waitUntil(() => expect(document.querySelector('form select')).not.toBeNull());
  const listSaveCalls = () => sentCalls.filter(({ path }) => path === '/mes/order/part/save');
  return { onClose, readSaves: listSaveCalls };
}

const findSelect = () => document.querySelector<HTMLSelectElement>('form select')!;
const pressSubmit = () => document.querySelector<HTMLButtonElement>('button[type="submit"]')!.click();
function chooseOption(value: string): void {
  const select = findSelect();
  Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')!.set!.call(select, value);
  select.dispatchEvent(new Event('change', { bubbles: true }));
}
const readHint = () => document.querySelector('form [role="status"]')?.textContent;

it('offers the parts that are not below the part, says what the new parent needs, and saves the move', async () => {
  const { onClose, readSaves } = await openDialog(wheel, 2);
  expect([...findSelect().options].map((option) => option.textContent.trim())).toEqual([
    '最上层',
    'MACHINE 零件1',
    'PUMP 零件2',
    'COVER 零件3',
  ]);
  await waitUntil(() => expect(readHint()).toBe('“零件2”共需 10，本零件数量 40。'));
  chooseOption('1');
  await waitUntil(() => expect(readHint()).toContain('“零件1”'));
  pressSubmit();
  await waitUntil(() => expect(onClose).toHaveBeenCalledOnce());
  expect(readSaves()[0]!.form).toMatchObject({ id: '4', version: '5', parentId: '1', quantityPer: '1' });
});

it('moves a part to the top level without a quantity per parent', async () => {
  const { onClose, readSaves } = await openDialog(wheel, null);
  expect(readHint()).toBeUndefined();
  pressSubmit();
  await waitUntil(() => expect(onClose).toHaveBeenCalledOnce());
  expect(readSaves()[0]!.form).toMatchObject({ id: '4', parentId: '' });
  expect(readSaves()[0]!.form).not.toHaveProperty('quantityPer');
});

it('stays open and shows why the server refuses the move', async () => {
  const { onClose } = await openDialog(wheel, 2, true);
  pressSubmit();
  await waitUntil(() =>
    expect(document.querySelector('[role="alert"]')?.textContent).toBe('已接收 3，只有 0 到料'),
  );
  expect(onClose).not.toHaveBeenCalled();
});
