import { act, Suspense } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { LANGS } from '#shared/kernel/lang.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import { FetchedCode } from '#client/kit/lazy/fetched-code.ts';
import { changeLang, setUpWords } from '#client/kit/words/t.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';

let root: Root;
let container: HTMLElement;
let importCount: number;
let reportError: MockInstance;
/** The errors of the next imports, in order; further imports succeed. */
let importErrors: Error[];
/** Makes the response of the server's health check. */
let respondToHealthCheck: () => Response;

const makeDownloadError = () => new TypeError('Failed to fetch dynamically imported module: /assets/x.js');
const makeHealthyResponse = () => Response.json({ build: 'this', database: { ok: true } });
const simulateChartImport = async () => {
  importCount += 1;
  const error = importErrors.shift();
  if (error) throw error;
  return { Chart: ({ of }: { of: string }) => <b>{`A chart of ${of}`}</b> };
};
/** Lists the warnings of React about a wrong use of `use`. React gives this warning once in a process. */
const listUseWarnings = () => reportError.mock.calls.map(String).filter((text) => text.includes('use()'));
const renderChart = async () => {
  const Chart = fetchOnFirstRender('Chart', simulateChartImport);
  await act(async () =>
    root.render(
      <Suspense fallback="…">
        <Chart of="output" />
      </Suspense>,
    ),
  );
};
const advanceTime = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

beforeAll(async () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  await setUpWords(async (lang) => getTermsOfLanguage(lang));
});
beforeEach(async () => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockReturnValue();
  reportError = vi.spyOn(console, 'error').mockReturnValue();
  respondToHealthCheck = makeHealthyResponse;
  vi.stubGlobal('fetch', async () => respondToHealthCheck());
  importCount = 0;
  importErrors = [];
  container = document.body.appendChild(document.createElement('div'));
  root = createRoot(container);
});
afterEach(async () => {
  await act(async () => root.unmount());
  container.remove();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a component whose code is fetched', () => {
  it('is drawn once it is loaded', async () => {
    await renderChart();
    expect(container.textContent).toBe('A chart of output');
    expect(importCount).toBe(1);
    expect(listUseWarnings()).toEqual([]);
  });

  it('is drawn without a fallback if it was preloaded', async () => {
    const Chart = fetchOnFirstRender('Chart', simulateChartImport);
    Chart.preload();
    await advanceTime(0);
    const Fallback = vi.fn<() => null>(() => null);
    await act(async () =>
      root.render(
        <Suspense fallback={<Fallback />}>
          <Chart of="output" />
        </Suspense>,
      ),
    );
    expect(container.textContent).toBe('A chart of output');
    expect(Fallback).not.toHaveBeenCalled();
    expect(listUseWarnings()).toEqual([]);
  });

  it('shows in the current language that it waits, and imports again until it succeeds', async () => {
    importErrors = [makeDownloadError(), makeDownloadError()];
    await renderChart();
    for (const lang of LANGS) {
      await act(() => changeLang(lang));
      expect(container.textContent).toBe(getTermsOfLanguage(lang)['waitingForServer']);
    }
    await advanceTime(60_000);
    expect(container.textContent).toBe('A chart of output');
    expect(importCount).toBe(3);
    expect(listUseWarnings()).toEqual([]);
  });

  it('is not requested while the server is unavailable, and the page stays', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockReturnValue();
    importErrors = [makeDownloadError()];
    respondToHealthCheck = () => new Response(null, { status: 503 });
    await renderChart();
    await advanceTime(600_000);
    expect(importCount).toBe(1);
    respondToHealthCheck = makeHealthyResponse;
    await advanceTime(60_000);
    expect(container.textContent).toBe('A chart of output');
    expect(reload).not.toHaveBeenCalled();
  });

  it('is not requested again if the code itself fails', async () => {
    const codeError = new RangeError('The chart has no axis');
    importErrors = [codeError];
    const code = new FetchedCode(simulateChartImport);
    await expect(code.fetch()).rejects.toBe(codeError);
    expect(code.getState()).toEqual({ code: null, isRetrying: false, failure: codeError });
    expect(importCount).toBe(1);
  });
});
