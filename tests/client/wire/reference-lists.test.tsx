import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { REFERENCE_LISTS } from '#shared/rules/reference-lists.ts';
import { QueryInvalidator } from '#client/kit/live/query-invalidator.ts';
import { MarkedText } from '#client/app/palette/marked-text.tsx';
import {
  clearReferenceList,
  clearReferenceLists,
  useReferenceList,
  type ReferenceRows,
} from '#client/kit/wire/reference-lists.ts';
import { setUpWords } from '#client/kit/words/t.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';
import { makeSuccessReply, makeServerKeyPair, stubFetch, type SentCall } from './wire-stub.ts';

const DEVICES_PATH = '/mes/system/basic/device/list';
const CLASSIFICATIONS_PATH = '/mes/system/classify/json';
const serverKeyPair = makeServerKeyPair('k1');
const waitUntil = (assertion: () => void) => vi.waitFor(assertion, { timeout: 8000, interval: 10 });

let root: Root;
let container: HTMLElement;
let latestResult: ReferenceRows<{ id: number }>;

function ReferenceReader({ path, payload }: { path: string; payload: Record<string, unknown> }) {
  const result = useReferenceList<{ id: number }>(path, payload);
  useEffect(() => {
    latestResult = result;
  });
  return null;
}

/** Reloads the page: only the tab's storage remains. */
async function loadPage(path: string, payload: Record<string, unknown> = {}): Promise<QueryClient> {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000, retry: false } } });
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <ReferenceReader key={Math.random()} path={path} payload={payload} />
      </QueryClientProvider>,
    ),
  );
  return client;
}
const stubServer = (answer: (call: SentCall) => ReturnType<typeof makeSuccessReply> | Error) =>
  stubFetch((call) =>
    call.path === '/mes/login/key'
      ? makeSuccessReply({ id: serverKeyPair.id, publicKey: serverKeyPair.publicKey })
      : answer(call),
  );
const makeRowsReply = (...ids: number[]) => ({ body: ids.map((id) => ({ id })) });

beforeEach(async () => {
  sessionStorage.clear();
  await setUpWords(async (lang) => getTermsOfLanguage(lang));
  container = document.body.appendChild(document.createElement('div'));
  root = createRoot(container);
});
afterEach(() => {
  act(() => root.unmount());
  container.remove();
  vi.unstubAllGlobals();
});

it('stores a list for the tab: a reload shows it at once, refreshes it, and says if that fails', async () => {
  stubServer(() => makeRowsReply(1, 2));
  await loadPage(DEVICES_PATH);
  await waitUntil(() => expect(latestResult.rows?.map((row) => row.id)).toEqual([1, 2]));
  stubServer(() => new Error('the line is down'));
  await loadPage(DEVICES_PATH);
  expect(latestResult.rows?.map((row) => row.id)).toEqual([1, 2]);
  await waitUntil(() => expect(latestResult.staleSince).toBeGreaterThan(Date.now() - 60_000));
  stubServer(() => makeRowsReply(3));
  await loadPage(DEVICES_PATH);
  await waitUntil(() => expect([latestResult.rows?.[0]?.id, latestResult.staleSince]).toEqual([3, null]));
});

it('reads a list again when a live message says that a row changed', async () => {
  let id = 1;
  stubServer(() => makeRowsReply(id));
  const invalidator = new QueryInvalidator(await loadPage(DEVICES_PATH));
  await waitUntil(() => expect(latestResult.rows?.[0]?.id).toBe(1));
  id = 2;
  invalidator.invalidate({ topic: 'device', entity: 'device', ids: [2], pos: 1, by: 'somebody' } as never);
  await waitUntil(() => expect(latestResult.rows?.[0]?.id).toBe(2));
});

it('caches all 16 reference lists, one entry each, and clears each', async () => {
  const sentCalls = stubServer((call) => makeRowsReply(call.form['class_id'] === 'orderType' ? 5 : 4));
  const listStoredKeys = () => Object.keys(sessionStorage).filter((name) => name.includes('list.'));
  const loadList = async (path: string, payload: Record<string, unknown>) => {
    const callCount = sentCalls.filter((call) => call.path === path).length;
    await loadPage(path, payload);
    await waitUntil(() => expect(sentCalls.filter((call) => call.path === path)).toHaveLength(callCount + 1));
    await waitUntil(() => expect(latestResult).toMatchObject({ isFetching: false, staleSince: null }));
  };
  for (const { path, parameter } of REFERENCE_LISTS)
    await loadList(path, parameter === 'class_id' ? { class_id: 'errorClass' } : {});
  expect([REFERENCE_LISTS.length, listStoredKeys().length]).toEqual([16, 16]);
  await loadList(CLASSIFICATIONS_PATH, { class_id: 'orderType' });
  expect(listStoredKeys()).toHaveLength(16);

  stubServer(() => new Error('the line is down'));
  for (const [class_id, id] of [
    ['errorClass', 4],
    ['orderType', 5],
  ] as const) {
    await loadPage(CLASSIFICATIONS_PATH, { class_id });
    expect(latestResult.rows?.map((row) => row.id)).toEqual([id]);
  }
  for (const [index, { path }] of REFERENCE_LISTS.entries()) {
    clearReferenceList(path);
    expect(listStoredKeys()).toHaveLength(15 - index);
    expect(listStoredKeys().filter((name) => name.endsWith(path))).toEqual([]);
  }
});

it('clears all lists for the next user, and a list whose rows changed', async () => {
  stubServer(() => makeRowsReply(1));
  const listStoredKeys = () => Object.keys(sessionStorage).filter((name) => name.includes('list.'));
  const invalidator = new QueryInvalidator(await loadPage(DEVICES_PATH));
  await waitUntil(() => expect(listStoredKeys()).toHaveLength(1));
  await loadPage(CLASSIFICATIONS_PATH, { class_id: 'errorClass' });
  await waitUntil(() => expect(listStoredKeys()).toHaveLength(2));
  invalidator.invalidate({ topic: 'device', entity: 'device', ids: [2], pos: 1, by: 'somebody' } as never);
  await waitUntil(() => expect(listStoredKeys()).toEqual([expect.stringContaining(CLASSIFICATIONS_PATH)]));
  clearReferenceLists();
  expect(listStoredKeys()).toEqual([]);
});

it('marks the typed text, also if its characters were found by their sound', async () => {
  const renderAndReadMarks = async (text: string, typedText: string, soundMatchIndexes?: number[]) => {
    await act(async () =>
      root.render(<MarkedText text={text} typedText={typedText} soundMatchIndexes={soundMatchIndexes} />),
    );
    return [...container.querySelectorAll('mark')].map((mark) => mark.textContent);
  };
  expect(await renderAndReadMarks('CNC-07 lathe', 'cnc 7')).toEqual(['CNC', '7']);
  expect(await renderAndReadMarks('精密车床', 'cc', [2, 3])).toEqual(['车床']);
  expect(await renderAndReadMarks('<b>&amp;</b>', '<b>')).toEqual(['<b>']);
  expect(await renderAndReadMarks('Lathe', 'x')).toEqual([]);
});
