import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import type { OutsourcingDetailLine } from '#shared/answers/outside.ts';
import type { Entity } from '#shared/entities/index.ts';
import { registerSignedInHost, signIn, stubServer, waitUntil } from '../wire/signed-in-host.ts';
import { makeSuccessReply } from '../wire/wire-stub.ts';

const makeOrder = (code: string) =>
  ({ id: 5, version: 2, code, labels: {} }) as unknown as Entity<'outsourcingOrder'>;
const makeLine = (processId: number, name: string, sendable: number) =>
  ({
    ...{ processId, name, seq: processId, partCode: 'P', partName: 'Pump', orderId: 1, orderCode: 'W-1' },
    ...{ quantity: 20, sent: 0, good: 0, hold: 0, unmachined: 0, takenBack: 0, sendable },
  }) as unknown as OutsourcingDetailLine;

const host = registerSignedInHost();

it('a row keeps its process when another process becomes movable while the dialog is open', async () => {
  const { MoveDialog } = await signIn(() => import('#client/features/outsourcing/move-dialog.tsx'));
  const sentCalls = stubServer(() => makeSuccessReply({ deliveryNote: null }));
  const client = new QueryClient();
  const render = (code: string, hardenable: number) =>
    host.root.render(
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <MoveDialog
            kind="sendPieces"
            order={makeOrder(code)}
            lines={[makeLine(7, 'Harden', hardenable), makeLine(8, 'Grind', 20)]}
            onClose={() => undefined}
          />
        </MemoryRouter>
      </QueryClientProvider>,
    );
  const readRows = () =>
    [...document.querySelectorAll('.outsourcing-items tbody tr')].map((row) => [
      row.querySelector('.outsourcing-process')?.textContent?.includes('Grind'),
      row.querySelector('input')?.value,
    ]);
  render('OUT-1', 0);
  await waitUntil(() => expect(readRows()).toEqual([[true, '20']]));
  render('OUT-2', 5);
  await waitUntil(() => expect(document.body.textContent).toContain('OUT-2'));
  expect(readRows()).toEqual([[true, '20']]);
  document.querySelector<HTMLButtonElement>('button[type="submit"]')!.click();
  await waitUntil(() => expect(sentCalls.filter(({ path }) => path.endsWith('/send'))).toHaveLength(1));
  const { form } = sentCalls.find(({ path }) => path.endsWith('/send'))!;
  expect(JSON.parse(form['items']!)).toEqual([{ processId: 8, quantity: 20 }]);
});
