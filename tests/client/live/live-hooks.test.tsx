import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';
import { LiveTestServer } from './live-test-server.ts';

const LIVE_REPORT_PATH = '/mes/form/planActualToday';
const WAIT_OPTIONS = { timeout: 8000, interval: 10 };

let server: LiveTestServer;
let host: HTMLElement;
let root: Root;
const readText = () => host.textContent ?? '';
const waitUntil = (condition: () => boolean) =>
  vi.waitFor(() => expect(condition()).toBe(true), WAIT_OPTIONS);

/**
 * Loads the client's modules anew, as a newly opened page does. The modules of one page share one connection to the
 * server.
 */
async function loadPageModules() {
  vi.resetModules();
  const [liveModule, { session }, { queryClient }, { setUpWords }] = await Promise.all([
    import('#client/kit/live/live.ts'),
    import('#client/kit/wire/session.ts'),
    import('#client/kit/wire/query-client.ts'),
    import('#client/kit/words/t.ts'),
  ]);
  await setUpWords(async (lang) => getTermsOfLanguage(lang));
  return { ...liveModule, session, queryClient };
}

const makeSignInData = (validateKey: string) => ({
  validateKey,
  remembered: false,
  user: { permissions: [], mustChangePassword: false } as never,
});

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  server = new LiveTestServer();
  await server.start();
  server.change([{ id: 1, good: 1 }]);
  (window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(
    `http://127.0.0.1:${server.port}/`,
  );
  sessionStorage.clear();
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
});
afterEach(async () => {
  root.unmount();
  host.remove();
  await server.stop();
});

describe('the live data of a screen', () => {
  it('has the rows of its source and their state, from sign-in to the end of the session', async () => {
    const { useLiveState, useSource, session } = await loadPageModules();
    function Screen() {
      const { state } = useLiveState();
      const { rows, freshness: sourceFreshness } = useSource(LIVE_REPORT_PATH, {});
      return <p>{`${state} ${sourceFreshness} ${rows.map(({ good }) => good).join()}`}</p>;
    }
    root.render(<Screen />);
    await waitUntil(() => readText() === 'connecting unknown ');
    session.signIn(makeSignInData('token'));
    await waitUntil(() => readText() === 'live fresh 1');
    server.change([{ id: 1, good: 8 }]);
    await waitUntil(() => readText() === 'live fresh 8');
    server.revokeSessions();
    await waitUntil(() => session.current === null);
    await waitUntil(() => readText() === 'connecting unknown ');
  });

  it('shows no message if the session ends because the user signs out in this tab', async () => {
    const { useLiveState, session } = await loadPageModules();
    const { useToasts } = await import('#client/kit/messages/toasts.ts');
    function Screen() {
      const { state } = useLiveState();
      return <p>{`${state} ${useToasts().length}`}</p>;
    }
    session.signIn(makeSignInData('token'));
    root.render(<Screen />);
    await waitUntil(() => readText() === 'live 0');
    server.revokeSessions();
    await waitUntil(() => readText() === 'connecting 0');
    session.clear();
    await new Promise((resume) => setTimeout(resume, 1300));
    expect(readText()).toBe('connecting 0');
  });

  it('shows the age of rows that the server no longer confirms', async () => {
    const { useSource, session } = await loadPageModules();
    function Screen() {
      const { rows, freshness: sourceFreshness } = useSource(LIVE_REPORT_PATH, {});
      return <p>{`${sourceFreshness} ${rows.length}`}</p>;
    }
    session.signIn(makeSignInData('token'));
    root.render(<Screen />);
    await waitUntil(() => readText() === 'fresh 1');
    // Time passes on the server, but no new data arrives.
    const now = Date.now();
    server.sendBeat(new Date(now).toISOString(), new Date(now + 8_600).toISOString());
    await waitUntil(() => readText() === 'aging 1');
    server.sendBeat(new Date(now).toISOString(), new Date(now + 30_000).toISOString());
    await waitUntil(() => readText() === 'stale 1');
    server.sendBeat(new Date(now + 30_000).toISOString());
    await waitUntil(() => readText() === 'fresh 1');
  });

  it('is read again when something that it shows has changed', async () => {
    const { useLiveState, session, queryClient } = await loadPageModules();
    const calledNames: string[] = [];
    const makeQueryFn = (name: string) => () => {
      calledNames.push(name);
      return Promise.resolve(name);
    };
    function Screen() {
      useLiveState();
      useQuery({ queryKey: queryKeys.entity('workOrder', 'page', {}), queryFn: makeQueryFn('orders') });
      useQuery({ queryKey: queryKeys.entity('device', 'page', {}), queryFn: makeQueryFn('devices') });
      const makeWatchOptions = (...entities: string[]) => ({ meta: { watches: entities } });
      useQuery({
        queryKey: queryKeys.report('/a', {}),
        queryFn: makeQueryFn('watching'),
        ...makeWatchOptions('workOrder'),
      });
      useQuery({
        queryKey: queryKeys.report('/b', {}),
        queryFn: makeQueryFn('other'),
        ...makeWatchOptions('device'),
      });
      return null;
    }
    session.signIn(makeSignInData('token'));
    root.render(
      <QueryClientProvider client={queryClient}>
        <Screen />
      </QueryClientProvider>,
    );
    await waitUntil(() => calledNames.length === 4 && server.connectionCount === 1);
    calledNames.length = 0;
    for (let change = 0; change < 20; change++) server.sendChanged('workOrder');
    await waitUntil(() => calledNames.length === 2);
    await new Promise((resume) => setTimeout(resume, 600));
    expect(calledNames.sort()).toEqual(['orders', 'watching']);
    server.closeConnections();
    await waitUntil(() => server.connectionCount === 2);
    await waitUntil(() => calledNames.length === 6);
    expect(calledNames.slice(2).sort()).toEqual(['devices', 'orders', 'other', 'watching']);
  });
});

describe('the first connection of a page', () => {
  let now = 0;
  afterEach(() => void vi.restoreAllMocks());

  /** Renders a screen with a query that succeeds and one that fails, and signs in while nobody is served. */
  async function openPageWithoutConnection() {
    const { addChangeListener, session, queryClient } = await loadPageModules();
    now = Date.now();
    vi.spyOn(Date, 'now').mockImplementation(() => now);
    let readCount = 0;
    let hasReadFailed = false;
    const listener = vi.fn<(message: unknown) => void>();
    const query = { queryKey: queryKeys.entity('device', 'page', {}), queryFn: () => ++readCount };
    const failingQuery = {
      queryKey: queryKeys.entity('role', 'page', {}),
      queryFn: () => {
        if (hasReadFailed) return 'late';
        hasReadFailed = true;
        throw new Error('no connection');
      },
    };
    function Screen() {
      const { data: count } = useQuery(query);
      const { data: role, isError } = useQuery(failingQuery);
      return <p>{`${count} ${isError ? 'failed' : role}`}</p>;
    }
    server.refusalCode = 'serverBusy';
    server.tokens.clear();
    // Somebody has left the log-in page open for a long time.
    now += 600_000;
    session.signIn(makeSignInData('token'));
    addChangeListener(listener);
    root.render(
      <QueryClientProvider client={queryClient}>
        <Screen />
      </QueryClientProvider>,
    );
    await waitUntil(() => readText() === '1 failed');
    return { listener };
  }

  it('reads again what was read or failed before it, if it comes late', async () => {
    const { listener } = await openPageWithoutConnection();
    now += 2100;
    server.tokens.add('token');
    await waitUntil(() => readText() === '2 late');
    expect(listener.mock.calls).toEqual([[null]]);
  });

  it('reads nothing again if it comes in the first moments', async () => {
    const { listener } = await openPageWithoutConnection();
    now += 1900;
    server.tokens.add('token');
    await waitUntil(() => server.connectionCount === 1);
    server.sendChanged('workOrder');
    await waitUntil(() => listener.mock.calls.length > 0);
    expect(listener.mock.calls).toEqual([[expect.objectContaining({ entity: 'workOrder' })]]);
  });
});

it('a paired screen reads what it should show again if it shows something else, or nothing yet', async () => {
  const { session } = await loadPageModules();
  const { useScreenCommands } = await import('#boards/screens/paired/use-screen-commands.ts');
  let outdatedCount = 0;
  function Screen({ shown }: { shown: string | null }) {
    useScreenCommands(shown, () => void outdatedCount++);
    return null;
  }
  server.expectedContent = 'board 7';
  session.signIn(makeSignInData('token'));
  root.render(<Screen shown={null} />);
  await waitUntil(() => outdatedCount === 1);
  root.render(<Screen shown="board 7" />);
  server.closeConnections();
  await waitUntil(() => server.connectionCount === 2);
  server.expectedContent = 'board 8';
  server.closeConnections();
  await waitUntil(() => outdatedCount === 2);
  expect(server.connectionCount).toBe(3);
});
