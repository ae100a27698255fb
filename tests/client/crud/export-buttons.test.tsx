import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';
import { makeServerKeyPair, stubFetch, makeSuccessReply } from '../wire/wire-stub.ts';

const serverKeyPair = makeServerKeyPair('k1');
const waitUntil = (assertion: () => void) => vi.waitFor(assertion, { timeout: 8000, interval: 10 });

/**
 * Screens that have their own export: the address of the screen, the path of the export and the fields of the export
 * call.
 */
const SCREENS_WITH_EXPORT: readonly {
  address: string;
  path: string;
  fields: Record<string, string>;
  load: () => Promise<ReactNode>;
}[] = [
  {
    address: '/process?q=WO-1&customerId=7&sort=-late',
    path: '/mes/process/query/export',
    fields: { search: 'WO-1', customerId: '[7]', groupBy: 'workOrder', sort: '-late' },
    load: async () => {
      const { ProgressScreen } = await import('#client/features/progress/progress-screen.tsx');
      return <ProgressScreen viewSwitch={null} />;
    },
  },
  {
    address: '/system/deletedData?q=old&kind=shelf&from=2026-11-01&page=2',
    path: '/mes/system/deleted/export',
    fields: { search: 'old', entity: 'shelf', from: '2026-11-01' },
    load: async () => {
      const { DeletedDataScreen } = await import('#client/features/recovery/deleted-data-screen.tsx');
      return <DeletedDataScreen />;
    },
  },
  {
    address: '/system/job',
    path: '/mes/system/job/export',
    fields: {},
    load: async () => {
      const { JobsScreen } = await import('#client/features/job/jobs-screen.tsx');
      return <JobsScreen />;
    },
  },
  {
    address: '/outside/orders',
    path: '/mes/outside/orders/export',
    fields: {},
    load: async () => {
      const { OutsideOrdersScreen } = await import('#client/features/outside/outside-orders-screen.tsx');
      return <OutsideOrdersScreen />;
    },
  },
  {
    address: '/outside/work',
    path: '/mes/outside/outsourcing/export',
    fields: {},
    load: async () => {
      const { OutsideWorkScreen } = await import('#client/features/outside/outside-work-screen.tsx');
      return <OutsideWorkScreen />;
    },
  },
  {
    address: '/outside/work',
    path: '/mes/outside/work/export',
    fields: {},
    load: async () => {
      const { OutsideWorkScreen } = await import('#client/features/outside/outside-work-screen.tsx');
      return <OutsideWorkScreen />;
    },
  },
];

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

it.each(SCREENS_WITH_EXPORT)(
  '$path exports what the screen at $address shows',
  async ({ address, path, fields, load }) => {
    const sentCalls = stubFetch(({ path: calledPath }) =>
      calledPath === '/mes/login/key'
        ? makeSuccessReply({ id: serverKeyPair.id, publicKey: serverKeyPair.publicKey })
        : calledPath === '/mes/system/column/read'
          ? makeSuccessReply({
              own: { version: 0, columns: [] },
              factoryDefault: { version: 0, columns: [] },
              customs: [],
            })
          : calledPath.endsWith('/list')
            ? { body: [] }
            : makeSuccessReply({ rows: [], total: 0 }),
    );
    vi.resetModules();
    const [screen, { session }, { queryClient }, { setUpWords }] = await Promise.all([
      load(),
      import('#client/kit/wire/session.ts'),
      import('#client/kit/wire/query-client.ts'),
      import('#client/kit/words/t.ts'),
    ]);
    await setUpWords(async (lang) => getTermsOfLanguage(lang));
    session.signIn({
      validateKey: 'token-1',
      user: { permissions: [], mustChangePassword: false, zone: 'Asia/Shanghai' } as unknown as CurrentUser,
      remembered: false,
    });
    const router = createMemoryRouter([{ path: '*', element: screen }], { initialEntries: [address] });
    root.render(
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    );
    // A screen with several lists has a button for each.
    const findButtons = () =>
      [...host.querySelectorAll('button')].filter((button) => button.textContent?.trim() === '导出');
    await waitUntil(() => expect(findButtons().length).toBeGreaterThan(0));
    for (const button of findButtons()) button.click();
    await waitUntil(() => expect(sentCalls.some((call) => call.path.startsWith(path))).toBe(true));
    expect(sentCalls.find((call) => call.path.startsWith(path))!.form).toEqual(fields);
  },
);
