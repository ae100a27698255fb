import { act, Suspense } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { LANGS } from '#shared/kernel/lang.ts';
import { fetchWhenDrawn } from '#client/kit/lazy/fetch-when-drawn.tsx';
import { FetchedCode } from '#client/kit/lazy/fetched-code.ts';
import { changeLang, setUpWords } from '#client/kit/words/t.ts';
import { wordsOf } from '#client/words-plugin.ts';

let root: Root;
let place: HTMLElement;
let imports: number;
/** The errors of the next imports, in order; further imports succeed. */
let ends: Error[];
/** The response of the server's health check. */
let health: () => Response;

const downloadError = () => new TypeError('Failed to fetch dynamically imported module: /assets/x.js');
const well = () => Response.json({ build: 'this', database: { ok: true } });
const load = async () => {
  imports += 1;
  const end = ends.shift();
  if (end) throw end;
  return { Chart: ({ of }: { of: string }) => <b>{`A chart of ${of}`}</b> };
};
const draw = async () => {
  const Chart = fetchWhenDrawn('Chart', load);
  await act(async () =>
    root.render(
      <Suspense fallback="…">
        <Chart of="output" />
      </Suspense>,
    ),
  );
};
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

beforeAll(async () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  await setUpWords(async (lang) => wordsOf(lang));
});
beforeEach(async () => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockReturnValue();
  health = well;
  vi.stubGlobal('fetch', async () => health());
  imports = 0;
  ends = [];
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(async () => {
  await act(async () => root.unmount());
  place.remove();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a component whose code is fetched', () => {
  it('is drawn once it is loaded', async () => {
    await draw();
    expect(place.textContent).toBe('A chart of output');
    expect(imports).toBe(1);
  });

  it('shows in the current language that it waits, and imports again until it succeeds', async () => {
    ends = [downloadError(), downloadError()];
    await draw();
    for (const lang of LANGS) {
      await act(() => changeLang(lang));
      expect(place.textContent).toBe(wordsOf(lang)['waitingForServer']);
    }
    await pass(60_000);
    expect(place.textContent).toBe('A chart of output');
    expect(imports).toBe(3);
  });

  it('is not requested while the server is unavailable, and the page stays', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockReturnValue();
    ends = [downloadError()];
    health = () => new Response(null, { status: 503 });
    await draw();
    await pass(600_000);
    expect(imports).toBe(1);
    health = well;
    await pass(60_000);
    expect(place.textContent).toBe('A chart of output');
    expect(reload).not.toHaveBeenCalled();
  });

  it('is not requested again if the code itself fails', async () => {
    const wrong = new RangeError('The chart has no axis');
    ends = [wrong];
    const code = new FetchedCode(load);
    await expect(code.fetch()).rejects.toBe(wrong);
    expect(code.state()).toEqual({ code: null, isLate: false, failure: wrong });
    expect(imports).toBe(1);
  });
});
