import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, vi } from 'vitest';
import type { FieldMap, RecordValues } from '#shared/kernel/fields.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import { validateRecord } from '#shared/kernel/validate.ts';
import { setUpWords, t } from '#client/kit/words/t.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';
import { TileHeadContext } from '#boards/kit/tile/tile-head.ts';
import type { Widget } from '#boards/kit/widget.ts';

/** The sizes that every element of the test document reports, because the document has no layout. */
interface LayoutPx {
  width: number;
  height: number;
  rowWidth: number;
  rowHeight: number;
}

/** The document in which a test draws widgets. */
export interface WidgetHost {
  readonly element: HTMLElement;
  /** The header of the tile, which shows the page number. */
  readonly head: HTMLElement;
  /** Draws a widget. Omitted settings have their initial values. */
  draw: (
    widget: Widget,
    rows: readonly ReportRow[],
    options?: { settings?: Record<string, unknown>; areRowsKnown?: boolean },
  ) => Promise<void>;
  /** Returns the heading of a tile of the widget. */
  readHeading: (widget: Widget, settings?: Record<string, unknown>) => string | undefined;
  render: (node: ReactNode) => Promise<void>;
  layOut: (layout: Partial<LayoutPx>) => void;
  /** Reads the texts of the elements that match a selector. */
  readTexts: (selector: string) => string[];
}

const DEFAULT_LAYOUT: LayoutPx = { width: 900, height: 500, rowWidth: 0, rowHeight: 50 };

/** Registers the set-up and clean-up of a document in which each test draws widgets in Chinese. */
export function setUpWidgetHost(): WidgetHost {
  let root: Root;
  let element: HTMLElement;
  let head: HTMLElement;
  const render = (node: ReactNode) =>
    act(async () => root.render(<TileHeadContext value={head}>{node}</TileHeadContext>));
  const layOut = (layout: Partial<LayoutPx>) => {
    const { width, height, rowWidth, rowHeight } = { ...DEFAULT_LAYOUT, ...layout };
    const sizes = {
      clientWidth: width,
      clientHeight: height,
      offsetWidth: rowWidth,
      offsetHeight: rowHeight,
    } as const;
    for (const [name, size] of Object.entries(sizes))
      vi.spyOn(HTMLElement.prototype, name as keyof typeof sizes, 'get').mockReturnValue(size);
  };
  beforeEach(async () => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    await setUpWords(async (lang) => getTermsOfLanguage(lang));
    element = document.body.appendChild(document.createElement('div'));
    head = document.body.appendChild(document.createElement('span'));
    root = createRoot(element);
    layOut({});
  });
  afterEach(async () => {
    await act(async () => root.unmount());
    element.remove();
    head.remove();
    vi.restoreAllMocks();
    vi.useRealTimers();
  });
  return {
    get element() {
      return element;
    },
    get head() {
      return head;
    },
    render,
    layOut,
    readHeading: (widget, settings = {}) =>
      widget.heading?.(validateRecord(widget.settings, settings).values as RecordValues<FieldMap>, t),
    draw: (widget, rows, { settings = {}, areRowsKnown = true } = {}) => {
      const { values } = validateRecord(widget.settings, settings);
      return render(
        <widget.Component
          settings={values as RecordValues<FieldMap>}
          rows={rows}
          areRowsKnown={areRowsKnown}
        />,
      );
    },
    readTexts: (selector) => [...element.querySelectorAll(selector)].map((match) => match.textContent),
  };
}
