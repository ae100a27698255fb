import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { translateTerm } from '#shared/terms/index.ts';
import { queryClient } from '#client/kit/wire/query-client.ts';
import { setUpWords } from '#client/kit/words/t.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';
import { BoardPlayback } from '#boards/screens/playback/board-playback.tsx';
import { widgets } from '#boards/widgets/index.ts';
import { makeBoard, makeTile } from '#tests/support/board-maker.ts';
import { makeRefusedReply, makeServerKeyPair, makeSuccessReply, stubFetch } from '../../wire/wire-stub.ts';

await widgets.all.fetch();
const serverKeyPair = makeServerKeyPair('k1');
const START_MS = Date.now() - 3_600_000;
const waitUntil = (assertion: () => void) => vi.waitFor(assertion, { timeout: 8000, interval: 20 });
const getText = (key: 'recordingUnreachable' | 'retry') => translateTerm('zh_CN', key);

let root: Root;
let host: HTMLElement;
let makeBoardReply: () => ReturnType<typeof makeSuccessReply>;

/** Makes the answer with a board that was the same from `fromMs` until `untilMs`. */
const makeAnswer = (name: string, fromMs: number, untilMs: number) =>
  makeSuccessReply({
    name,
    content: JSON.stringify(makeBoard([makeTile({ type: 'clock' })])),
    ...{ preset: null, isExact: true },
    from: new Date(fromMs).toISOString(),
    until: new Date(untilMs).toISOString(),
  });
const clickElement = (selector: string) =>
  act(async () => host.querySelector<HTMLButtonElement>(selector)!.click());

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      private readonly callback: ResizeObserverCallback;
      constructor(callback: ResizeObserverCallback) {
        this.callback = callback;
      }
      observe() {
        const contentRect = { width: 1920, height: 900 } as DOMRectReadOnly;
        this.callback([{ contentRect } as ResizeObserverEntry], this as unknown as ResizeObserver);
      }
      unobserve() {}
      disconnect() {}
    },
  );
  await setUpWords(async (lang) => getTermsOfLanguage(lang));
  queryClient.clear();
  stubFetch((call) =>
    call.path === '/mes/login/key'
      ? makeSuccessReply({ id: serverKeyPair.id, publicKey: serverKeyPair.publicKey })
      : makeBoardReply(),
  );
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
});
afterEach(async () => {
  await act(async () => root.unmount());
  host.remove();
  vi.unstubAllGlobals();
});

const openPlayback = () =>
  act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={[`/board/7/playback?at=${new Date(START_MS).toISOString()}`]}>
          <Routes>
            <Route path="/board/:id/playback" element={<BoardPlayback />} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  );

it('a playback keeps its board and its controls while a call fails, and goes on at the time that is played then', async () => {
  makeBoardReply = () => makeAnswer('Hall 1', START_MS - 60_000, START_MS + 30_000);
  await openPlayback();
  await waitUntil(() => expect(host.textContent).toContain('Hall 1'));
  makeBoardReply = () => new Error('no connection');
  await clickElement('[data-step="oneMinute"]:last-of-type');
  await waitUntil(() => expect(host.textContent).toContain(getText('recordingUnreachable')));
  expect(host.textContent).toContain('Hall 1');
  expect(host.querySelector('.playback-play')).not.toBeNull();
  // The next call asks for the new time, and not again for the time of the failed call.
  await clickElement('[data-step="oneMinute"]:last-of-type');
  makeBoardReply = () => makeAnswer('Hall 2', START_MS + 100_000, START_MS + 600_000);
  await waitUntil(() => expect(host.textContent).toContain('Hall 2'));
  await waitUntil(() => expect(host.textContent).not.toContain(getText('recordingUnreachable')));
});

it('a playback that is refused shows no board any more, keeps its controls, and offers another attempt', async () => {
  makeBoardReply = () => makeAnswer('Hall 1', START_MS - 60_000, START_MS + 30_000);
  await openPlayback();
  await waitUntil(() => expect(host.textContent).toContain('Hall 1'));
  makeBoardReply = () => makeRefusedReply(404, { code: 'rowNotFound' });
  await clickElement('[data-step="oneMinute"]:last-of-type');
  await waitUntil(() => expect(host.textContent).not.toContain('Hall 1'));
  expect(host.querySelector('.playback-play')).not.toBeNull();
  makeBoardReply = () => makeAnswer('Hall 3', START_MS, START_MS + 600_000);
  await clickElement('.board-missing button');
  await waitUntil(() => expect(host.textContent).toContain('Hall 3'));
});
