import { QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { translateTerm } from '#shared/terms/index.ts';
import { QueryInvalidator } from '#client/kit/live/query-invalidator.ts';
import { queryClient } from '#client/kit/wire/query-client.ts';
import { setUpWords } from '#client/kit/words/t.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';
import { BoardScreen } from '#boards/screens/board-screen.tsx';
import { LargeScreen } from '#boards/screens/large-screen.tsx';
import { WallPictures } from '#boards/screens/paired/wall-pictures.tsx';
import { widgets } from '#boards/widgets/index.ts';
import { makeBoard, makeTile } from '#tests/support/board-maker.ts';
import { makeRefusedReply, makeServerKeyPair, makeSuccessReply, stubFetch } from '../wire/wire-stub.ts';

await widgets.all.fetch();
const serverKeyPair = makeServerKeyPair('k1');
const waitUntil = (assertion: () => void) => vi.waitFor(assertion, { timeout: 8000, interval: 20 });

let root: Root;
let host: HTMLElement;
/** Makes the server's answer to each call, except to the call for the public key of the parameter header. */
let makeReply: (path: string) => ReturnType<typeof makeSuccessReply>;

const renderPage = (path: string, element: ReactNode) =>
  act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={[path]}>
          <Routes>
            <Route path="/board/:id" element={<BoardScreen />} />
            <Route path="/wall" element={element} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  );
const makeBoardReply = (content: string, name = 'Hall 2') =>
  makeSuccessReply({ id: 7, version: 1, name, edition: 1, content, mayChange: true });
/** Announces a change of a board, as the live connection does. */
const announceChange = () =>
  act(async () =>
    new QueryInvalidator(queryClient).invalidate({
      topic: 'board',
      entity: 'board',
      ids: [7],
      pos: 1,
      by: null,
    }),
  );
const getUnknownWidgetText = (type: string) => translateTerm('zh_CN', 'unknownWidget', { type });

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await setUpWords(async (lang) => getTermsOfLanguage(lang));
  queryClient.clear();
  stubFetch((call) =>
    call.path === '/mes/login/key'
      ? makeSuccessReply({ id: serverKeyPair.id, publicKey: serverKeyPair.publicKey })
      : makeReply(call.path),
  );
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
});
afterEach(async () => {
  await act(async () => root.unmount());
  host.remove();
  vi.unstubAllGlobals();
});

it('a board shows an unknown widget as a card, html as text, and its next version without a reload', async () => {
  const html = '<img src=x onerror="alert(1)">';
  makeReply = () => makeBoardReply(JSON.stringify(makeBoard([makeTile({ type: 'futureWidget' })])), html);
  await renderPage('/board/7', null);
  await waitUntil(() => expect(host.textContent).toContain(getUnknownWidgetText('futureWidget')));
  expect(host.querySelector('h1')!.textContent).toContain(html);
  expect(host.querySelector('img')).toBeNull();
  const wall = host.querySelector('.wall')!;

  makeReply = () => makeBoardReply(JSON.stringify(makeBoard([makeTile({ type: 'laterWidget' })])));
  await announceChange();
  await waitUntil(() => expect(host.textContent).toContain(getUnknownWidgetText('laterWidget')));
  expect(host.textContent).not.toContain(getUnknownWidgetText('futureWidget'));
  expect(host.querySelector('.wall')).toBe(wall);
});

it('a board stays visible while the server is away, and disappears when the user may no longer see it', async () => {
  makeReply = () => makeBoardReply(JSON.stringify(makeBoard([makeTile({ type: 'futureWidget' })])));
  await renderPage('/board/7', null);
  await waitUntil(() => expect(host.textContent).toContain(getUnknownWidgetText('futureWidget')));
  makeReply = () => new Error('no connection');
  await act(async () => queryClient.refetchQueries());
  expect(host.textContent).toContain(getUnknownWidgetText('futureWidget'));
  makeReply = () => makeRefusedReply(404, { code: 'rowNotFound' });
  await act(async () => queryClient.refetchQueries());
  // The card of the unknown widget is an alert too, so the test waits until it is gone.
  await waitUntil(() => expect(host.textContent).not.toContain(getUnknownWidgetText('futureWidget')));
  expect(host.querySelector('[role="alert"]')).not.toBeNull();
});

it('a board whose stored text is invalid is shown without tiles', async () => {
  makeReply = () => makeBoardReply('{"tiles": 7');
  await renderPage('/board/7', null);
  await waitUntil(() => expect(host.querySelector('.board')).not.toBeNull());
  expect(host.querySelectorAll('.board-cell')).toHaveLength(0);
});

it('a large screen shows the chosen board, another one after a change, and the preset without an answer', async () => {
  const makeChosenBoardReply = (type: string) =>
    makeSuccessReply({
      preset: 'mainHall',
      board: { name: 'Hall 2', content: JSON.stringify(makeBoard([makeTile({ type })])) },
    });
  makeReply = () => makeChosenBoardReply('futureWidget');
  await renderPage('/wall', <LargeScreen screen="largeScreen1" />);
  await waitUntil(() => expect(host.textContent).toContain(getUnknownWidgetText('futureWidget')));
  makeReply = () => makeChosenBoardReply('laterWidget');
  await announceChange();
  await waitUntil(() => expect(host.textContent).toContain(getUnknownWidgetText('laterWidget')));
  await act(async () => root.render(null));
  queryClient.clear();
  makeReply = () => makeRefusedReply(404, { code: 'notFound' });
  await renderPage('/wall', <LargeScreen screen="largeScreen1" />);
  await waitUntil(() => expect(host.querySelectorAll('.board-cell')).toHaveLength(7));
});

describe('A wall whose first read fails', () => {
  const unreadableBoard = makeBoard([makeTile({ type: 'futureWidget' })]);
  const storedBoard = { name: 'Hall 2', content: JSON.stringify(unreadableBoard) };
  const waitsText = translateTerm('zh_CN', 'wallWaits');
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each([
    {
      name: 'a large screen',
      path: '/wall',
      element: <LargeScreen screen="largeScreen1" />,
      answer: { preset: 'mainHall', board: storedBoard },
    },
    {
      name: 'a saved board',
      path: '/board/7',
      element: null,
      answer: { id: 7, version: 1, edition: 1, mayChange: true, ...storedBoard },
    },
    {
      name: 'a paired screen',
      path: '/wall',
      element: <WallPictures />,
      answer: {
        user: {},
        pictures: [{ preset: 'mainHall', board: { id: 7, ...storedBoard }, seconds: 10 }],
        callPicture: null,
        shifts: null,
        dimLevel: 0,
      },
    },
  ])(
    'as $name waits while the error is temporary, and tries again every 5 s',
    async ({ path, element, answer }) => {
      const temporaryReplies = [
        makeRefusedReply(503, { code: 'serverBusy' }),
        makeRefusedReply(429, { code: 'tooManyRequests' }),
        new Error('no connection'),
      ];
      for (const reply of temporaryReplies) {
        makeReply = () => reply;
        if (reply === temporaryReplies[0]) await renderPage(path, element);
        else await act(() => vi.advanceTimersByTimeAsync(5000));
        await waitUntil(() => expect(queryClient.isFetching()).toBe(0));
        await waitUntil(() => expect(host.textContent).toContain(waitsText));
        expect(host.querySelector('.board-cell, [role="alert"]')).toBeNull();
      }
      makeReply = () => makeSuccessReply(answer);
      await act(() => vi.advanceTimersByTimeAsync(5000));
      await waitUntil(() => expect(host.textContent).toContain(getUnknownWidgetText('futureWidget')));
    },
  );

  it('shows why the server refuses it instead of another board', async () => {
    makeReply = () => makeRefusedReply(403, { code: 'noPermission', message: 'not for you' });
    await renderPage('/wall', <LargeScreen screen="largeScreen1" />);
    await waitUntil(() => expect(host.querySelector('[role="alert"]')?.textContent).toContain('not for you'));
    expect(host.querySelector('.board-cell')).toBeNull();
  });
});
