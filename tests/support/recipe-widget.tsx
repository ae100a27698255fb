// Runs in a copy of the project in which the README's recipe for a widget was followed; see recipe.test.ts.
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LANGS } from '#shared/kernel/lang.ts';
import type * as Live from '#client/kit/live/live.ts';
import { changeLang, setUpWords } from '#client/kit/words/t.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';
import {
  BOARD_FORMAT_VERSION,
  DEFAULT_STAGE,
  DEFAULT_TEXT_SIZE_PX,
  readBoard,
} from '#shared/boards/board.ts';
import { BoardView } from '#boards/kit/board-view.tsx';
import { widgets } from '#boards/widgets/index.ts';

/** The rows that the source of every widget returns. */
let rows: readonly { scrap: number }[] = [];
vi.mock('#client/kit/live/live.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof Live>()),
  useSource: () => ({
    rows,
    at: '2026-03-02T08:00:00Z',
    freshness: 'fresh',
    isCatchingUp: false,
    refusalCode: null,
  }),
}));

const tile = { type: 'scrapThisShift', version: 1, settings: { mostScrap: 5 }, x: 0, y: 0, w: 6, h: 4 };
const board = readBoard({
  format: BOARD_FORMAT_VERSION,
  stage: DEFAULT_STAGE,
  theme: { text: DEFAULT_TEXT_SIZE_PX },
  variables: {},
  tiles: [tile],
});
let root: Root;
let host: HTMLElement;
const renderBoard = () =>
  act(async () => root.render(<BoardView key={String(rows)} board={board} widgets={widgets} />));

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await setUpWords(async (lang) => getTermsOfLanguage(lang));
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
});
afterEach(async () => {
  await act(async () => root.unmount());
  host.remove();
});

test('shows the data of its source on a board, in every language', async () => {
  const widget = await widgets.byType.get(tile.type)!.fetch();
  const texts = new Set<string>();
  for (const [index, lang] of LANGS.entries()) {
    await act(() => changeLang(lang));
    const { scrapThisShift, mostScrap, tooMuchScrap } = widget.words!;
    rows = [{ scrap: 4 }];
    await renderBoard();
    expect(host.querySelector('h2')?.textContent).toBe(scrapThisShift![index]);
    expect(host.querySelector('.tile-body')?.textContent).toBe('4');
    rows = [{ scrap: 7 }];
    await renderBoard();
    expect(host.querySelector('.tile-body')?.textContent).toBe(`7■${tooMuchScrap![index]}`);
    texts.add(scrapThisShift![index]!).add(mostScrap![index]!).add(tooMuchScrap![index]!);
  }
  expect(texts.size).toBe(3 * LANGS.length);
  expect(Object.keys(widget.settings)).toEqual(['mostScrap']);
});
