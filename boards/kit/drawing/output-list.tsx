import { Suspense, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import { getStateStyle } from '#client/kit/elements/state-style.ts';
import { useLang } from '#client/kit/words/t.ts';
import { StageScaleContext } from '../stage/stage-scale.ts';
import { TileMessage } from '../tile/tile-card.tsx';
import { TileHeadContext } from '../tile/tile-head.ts';
import { ChangedValue } from './changed-value.tsx';
import { useBarColours } from './bar-colours.ts';
import { useBoxSize } from './use-box-size.ts';
import { formatFigure } from './figure.ts';
import { useTimedPages } from './use-pages.ts';
import { useRowFit } from './use-rows-that-fit.ts';
import { WallStateMark } from './wall-mark.tsx';
import './output-list.css';

/** The width of the line at the planned quantity, as a share of the text size. */
const PLAN_LINE_WIDTH_EM = 0.14;
/** The chart is downloaded separately, so that the wall appears sooner. */
const OutputBars = fetchOnFirstRender('OutputBars', () => import('./output-bars.tsx'));

/** Whether the browser supports canvas. Without canvas the list shows only the numbers. */
const CAN_DRAW_CANVAS = (() => {
  try {
    return document.createElement('canvas').getContext('2d') !== null;
  } catch {
    return false;
  }
})();

interface OutputItem {
  readonly key: string;
  readonly name: string;
  readonly good: number;
  readonly scrap: number;
  /** The planned quantity; null if nothing can be planned for the item. */
  readonly planned: number | null;
}

interface Props {
  /** The items in display order. The array must stay the same object until an item changes. */
  items: readonly OutputItem[];
  /** The seconds per page. */
  pageSeconds: number;
  /** The message that is shown if there are no items. */
  emptyText: string;
  /** The content of the tile's head beside the page number. */
  legend: ReactNode;
}

/** Shows the good quantity, the scrap and the planned quantity of items, as a bar chart and as numbers, in pages. */
export function OutputList({ items, pageSeconds, emptyText, legend }: Props) {
  const lang = useLang();
  const head = useContext(TileHeadContext);
  const scale = useContext(StageScaleContext);
  useEffect(() => {
    // Preloads the chart, so that it works even if the server is unreachable later.
    if (CAN_DRAW_CANVAS) OutputBars.preload();
  }, []);
  const box = useRef<HTMLDivElement>(null);
  const probe = useRef<HTMLDivElement>(null);
  const fit = useRowFit(box, probe);
  const [setBarsBox, size] = useBoxSize();
  const [barsElement, setBarsElement] = useState<HTMLElement | null>(null);
  const colours = useBarColours(barsElement);
  const largestQuantity = useMemo(
    () => Math.max(0, ...items.map(({ planned, good, scrap }) => Math.max(planned ?? 0, good + scrap))),
    [items],
  );
  const itemsPerPage = fit?.rowCount ?? items.length;
  const { pageIndex, pageCount } = useTimedPages(items.length, itemsPerPage, pageSeconds);
  const shownItems = useMemo(
    () => (fit ? items.slice(pageIndex * fit.rowCount, (pageIndex + 1) * fit.rowCount) : []),
    [items, fit, pageIndex],
  );
  const bars = useMemo(
    () => shownItems.map((item) => ({ ...item, planned: item.planned ?? 0 })),
    [shownItems],
  );
  const rowHeight = fit?.rowHeight ?? 0;
  const style = { blockSize: rowHeight, lineHeight: `${rowHeight}px` };
  return (
    <div className="output">
      <div className="output-rows" ref={box}>
        <div className="output-row output-probe" ref={probe} aria-hidden="true" />
        {items.length === 0 && <TileMessage>{emptyText}</TileMessage>}
        <div className="output-names">
          {shownItems.map(({ key, name }) => (
            <span key={key} className="cut" style={style}>
              {name}
            </span>
          ))}
        </div>
        <div className="output-bars" ref={setBarsBox} aria-hidden="true">
          <span ref={setBarsElement} hidden />
          {CAN_DRAW_CANVAS && colours && size && size.width > 0 && shownItems.length > 0 && (
            <Suspense fallback={null}>
              <OutputBars
                bars={bars}
                largestQuantity={largestQuantity}
                width={size.width}
                height={rowHeight * shownItems.length}
                colours={colours}
                planLineWidthPx={Math.round(size.fontSizePx * PLAN_LINE_WIDTH_EM)}
                pixelRatio={Math.max(1, scale * window.devicePixelRatio)}
              />
            </Suspense>
          )}
        </div>
        <div className="output-figures">
          {shownItems.map(({ key, good, scrap, planned }) => (
            <span key={key} className="to-end" data-row={key} style={style}>
              {scrap > 0 && (
                <WallStateMark stateStyle={getStateStyle('scrapped')}>
                  {formatFigure(scrap, lang)}
                </WallStateMark>
              )}
              <ChangedValue className="output-good">{formatFigure(good, lang)}</ChangedValue>
              {planned !== null && <span className="quiet">/{formatFigure(planned, lang)}</span>}
            </span>
          ))}
        </div>
      </div>
      {head &&
        items.length > 0 &&
        createPortal(
          <>
            <span className="output-legend">{legend}</span>
            {pageCount > 1 && ` ${pageIndex + 1}/${pageCount}`}
          </>,
          head,
        )}
    </div>
  );
}
