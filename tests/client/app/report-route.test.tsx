import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot, type Root } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { ReportRoute } from '#client/app/routes/report-route.tsx';
import { FORBIDDEN_PATH } from '#client/kit/pages/addresses.ts';
import { queryClient } from '#client/kit/wire/query-client.ts';
import { session } from '#client/kit/wire/session.ts';
import { setUpWords } from '#client/kit/words/t.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';
import { makeServerKeyPair, stubFetch, makeSuccessReply } from '../wire/wire-stub.ts';

const serverKeyPair = makeServerKeyPair('k1');
const waitUntil = (assertion: () => void) => vi.waitFor(assertion, { timeout: 8000, interval: 10 });
let root: Root;
let rootElement: HTMLElement;

/** Opens an address as a user without permissions. The stubbed server has one report page. */
async function openAddress(address: string) {
  stubFetch(({ path }) =>
    path === '/mes/login/key'
      ? makeSuccessReply({ id: serverKeyPair.id, publicKey: serverKeyPair.publicKey })
      : makeSuccessReply(path === '/mes/form/pages' ? ['employee/daily/details'] : []),
  );
  await setUpWords(async (lang) => getTermsOfLanguage(lang));
  session.signIn({
    validateKey: 'token-1',
    user: { permissions: [], mustChangePassword: false, zone: 'Asia/Shanghai' } as unknown as CurrentUser,
    remembered: false,
  });
  const router = createMemoryRouter(
    [
      { path: '/forms/*', element: <ReportRoute /> },
      { path: FORBIDDEN_PATH, element: <p>403</p> },
    ],
    { initialEntries: [address] },
  );
  root.render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  vi.stubGlobal('__BUILD_ID__', 'test');
  sessionStorage.clear();
  localStorage.clear();
  queryClient.clear();
  rootElement = document.body.appendChild(document.createElement('div'));
  root = createRoot(rootElement);
});
afterEach(() => {
  root.unmount();
  rootElement.remove();
  vi.unstubAllGlobals();
});

describe('a page below /forms', () => {
  it.each(['/forms/no/such/page', '/forms/employee/daily/details/more', '/forms/Employee/daily/details'])(
    'that is unknown answers 404, not 403: %s',
    async (address) => {
      const router = await openAddress(address);
      await waitUntil(() => expect(rootElement.textContent).toContain('页面不存在'));
      expect(router.state.location.pathname).toBe(address);
    },
  );

  it('that is known and may not be opened answers 403', async () => {
    const router = await openAddress('/forms/employee/daily/details');
    await waitUntil(() => expect(router.state.location.pathname).toBe(FORBIDDEN_PATH));
  });
});
