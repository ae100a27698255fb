import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { QueryInvalidator } from '#client/kit/live/query-invalidator.ts';
import { MarkedText } from '#client/app/palette/marked-text.tsx';
import {
  clearReferenceLists,
  useReferenceList,
  type ReferenceRows,
} from '#client/kit/wire/reference-lists.ts';
import { setUpWords } from '#client/kit/words/t.ts';
import { wordsOf } from '#client/words-plugin.ts';
import { good, serverKey, stubWire, type SentCall } from './wire-stub.ts';

const DEVICES = '/mes/system/basic/device/list';
const CLASSES = '/mes/system/classify/json';
const key = serverKey('k1');
const until = (is: () => void) => vi.waitFor(is, { timeout: 8000, interval: 10 });

let root: Root;
let place: HTMLElement;
let seen: ReferenceRows<{ id: number }>;

function Shown({ path, payload }: { path: string; payload: Record<string, unknown> }) {
  const rows = useReferenceList<{ id: number }>(path, payload);
  useEffect(() => {
    seen = rows;
  });
  return null;
}

/** Reloads the page: only the tab's storage remains. */
async function load(path: string, payload: Record<string, unknown> = {}): Promise<QueryClient> {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000, retry: false } } });
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <Shown key={Math.random()} path={path} payload={payload} />
      </QueryClientProvider>,
    ),
  );
  return client;
}
const answers = (answer: (call: SentCall) => ReturnType<typeof good> | Error) =>
  stubWire((call) =>
    call.path === '/mes/login/key' ? good({ id: key.id, publicKey: key.publicKey }) : answer(call),
  );
const rows = (...ids: number[]) => ({ body: ids.map((id) => ({ id })) });

beforeEach(async () => {
  sessionStorage.clear();
  await setUpWords(async (lang) => wordsOf(lang));
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
  vi.unstubAllGlobals();
});

it('stores a list for the tab: a reload shows it at once, refreshes it, and says if that fails', async () => {
  answers(() => rows(1, 2));
  await load(DEVICES);
  await until(() => expect(seen.rows?.map((row) => row.id)).toEqual([1, 2]));
  answers(() => new Error('the line is down'));
  await load(DEVICES);
  expect(seen.rows?.map((row) => row.id)).toEqual([1, 2]);
  await until(() => expect(seen.staleSince).toBeGreaterThan(Date.now() - 60_000));
  answers(() => rows(3));
  await load(DEVICES);
  await until(() => expect([seen.rows?.[0]?.id, seen.staleSince]).toEqual([3, null]));
});

it('reads a list again when a live message says that a row changed', async () => {
  let id = 1;
  answers(() => rows(id));
  const live = new QueryInvalidator(await load(DEVICES));
  await until(() => expect(seen.rows?.[0]?.id).toBe(1));
  id = 2;
  live.invalidate({ topic: 'device', entity: 'device', ids: [2], pos: 1, by: 'somebody' } as never);
  await until(() => expect(seen.rows?.[0]?.id).toBe(2));
});

it('keeps one entry for each list and what it was asked with, until they are cleared', async () => {
  const sent = answers((call) => rows(call.form['class_id'] === 'orderType' ? 5 : 4));
  for (const class_id of ['errorClass', 'orderType']) await load(CLASSES, { class_id });
  await until(() => expect(seen.rows?.[0]?.id).toBe(5));
  await load(DEVICES);
  await until(() => expect(sent.map((call) => call.path)).toContain(DEVICES));
  await until(() => expect(seen.isFetching).toBe(false));
  const kept = () => Object.keys(sessionStorage).filter((name) => name.includes('list.'));
  expect(kept()).toHaveLength(3);
  clearReferenceLists();
  expect(kept()).toEqual([]);
});

it('marks what was typed, by its signs and by its sound', async () => {
  const draw = async (text: string, typed: string, sounded?: number[]) => {
    await act(async () => root.render(<MarkedText text={text} typed={typed} sounded={sounded} />));
    return [...place.querySelectorAll('mark')].map((mark) => mark.textContent);
  };
  expect(await draw('CNC-07 lathe', 'cnc 7')).toEqual(['CNC', '7']);
  expect(await draw('精密车床', 'cc', [2, 3])).toEqual(['车床']);
  expect(await draw('<b>&amp;</b>', '<b>')).toEqual(['<b>']);
  expect(await draw('Lathe', 'x')).toEqual([]);
});
