import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, it } from 'vitest';
import { registerSignedInHost, signIn, stubServer, waitUntil } from '../wire/signed-in-host.ts';
import { makeRefusedReply, makeSuccessReply } from '../wire/wire-stub.ts';

const host = registerSignedInHost();

it('tells why the first part of a new order was not created, although the dialog has closed', async () => {
  const [{ NewOrderDialog }, { getShownToasts }] = await signIn(() =>
    Promise.all([
      import('#client/features/order/list/new-order-dialog.tsx'),
      import('#client/kit/messages/toasts.ts'),
    ]),
  );
  const sentCalls = stubServer(({ path }) => {
    if (path === '/mes/order/nextCode') return makeSuccessReply({ code: 'W-7' });
    if (path === '/mes/order/save') return makeSuccessReply({ id: 9 });
    if (path === '/mes/order/part/save')
      return makeRefusedReply(400, { code: 'fieldsInvalid', message: '零件的材料必填' });
    if (path.endsWith('/read'))
      return makeSuccessReply({
        ...{ own: { version: 0, columns: [] }, factoryDefault: { version: 0, columns: [] }, customs: [] },
      });
    return makeSuccessReply({ rows: [], total: 0 });
  });
  host.root.render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={['/order']}>
        <Routes>
          <Route path="/order" element={<NewOrderDialog onClose={() => undefined} />} />
          <Route path="/order/9" element={<h1>new order</h1>} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const findInput = (label: string) => {
    const labels = [...document.querySelectorAll('label')];
    const id = labels.find(({ textContent }) => textContent?.startsWith(label))?.htmlFor;
    return id === undefined ? null : document.querySelector<HTMLInputElement>(`#${CSS.escape(id)}`);
  };
  const type = (label: string, value: string) => {
    const input = findInput(label)!;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, value);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  };
  await waitUntil(() => expect(findInput('名称')).not.toBeNull());
  type('名称', '水泵');
  type('数量', '5');
  document.querySelector<HTMLButtonElement>('button[type="submit"]')!.click();
  await waitUntil(() => expect(document.querySelector('h1')?.textContent).toBe('new order'));
  expect(sentCalls.some(({ path }) => path === '/mes/order/part/save')).toBe(true);
  await waitUntil(() => expect(getShownToasts().map(({ text }) => text)).toContain('零件的材料必填'));
});
