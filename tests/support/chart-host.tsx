import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, vi } from 'vitest';
import { changeLang, setUpWords } from '#client/kit/words/t.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';

/** Renders nodes into a document element. Each test has a new element. */
export interface ChartHost {
  readonly element: () => HTMLElement;
  readonly render: (node: ReactNode) => Promise<void>;
  /** Sets the size that all elements report, because the test document has no layout. The text size is 40 px. */
  readonly layOut: (width: number, height: number, rowHeight?: number) => void;
  /** Reads the texts of the elements that match a selector. */
  readonly readTexts: (selector: string) => (string | null)[];
}

/** Registers the set-up and clean-up of chart tests. The time is fixed, the texts are Chinese. */
export function registerChartHost(now: string): ChartHost {
  let root: Root;
  let host: HTMLElement;
  beforeEach(async () => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    await setUpWords(async (lang) => getTermsOfLanguage(lang));
    await changeLang('zh_CN');
    host = document.body.appendChild(document.createElement('div'));
    host.style.fontSize = '40px';
    root = createRoot(host);
    vi.useFakeTimers();
    vi.setSystemTime(now);
  });
  afterEach(async () => {
    await act(async () => root.unmount());
    host.remove();
    vi.restoreAllMocks();
    vi.useRealTimers();
  });
  return {
    element: () => host,
    render: (node) => act(async () => root.render(node)),
    layOut: (width, height, rowHeight = 50) => {
      vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width);
      vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(height);
      vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(rowHeight);
    },
    readTexts: (selector) => [...host.querySelectorAll(selector)].map((element) => element.textContent),
  };
}
