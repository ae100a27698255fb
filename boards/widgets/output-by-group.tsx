import { Suspense, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { number } from '#shared/kernel/fields.ts';
import type { Words } from '#shared/kernel/lang.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import { getStateStyle } from '#client/kit/elements/state-style.ts';
import { useLang, useT } from '#client/kit/words/t.ts';
import { cellReaders } from '../kit/drawing/cell.ts';
import { ChangedValue } from '../kit/drawing/changed-value.tsx';
import { formatFigure } from '../kit/drawing/figure.ts';
import { StageScaleContext } from '../kit/stage/stage-scale.ts';
import { TileMessage } from '../kit/tile/tile-card.tsx';
import { TileHeadContext } from '../kit/tile/tile-head.ts';
import { useTimedPages } from '../kit/drawing/use-pages.ts';
import { useRowFit } from '../kit/drawing/use-rows-that-fit.ts';
import { WallStateMark } from '../kit/drawing/wall-mark.tsx';
import { defineWidget, type WidgetProps } from '../kit/widget.ts';
import './output-by-group.css';

const words = {
  goodOfPlan: ['良品/计划', 'good/plan', '良品/計劃', '良/計画'],
  nothingMadeToday: ['今日无产量', 'Nothing made today', '今日無產量', '本日の実績なし'],
} as const satisfies Words;

/** The chart is downloaded apart from the wall, so that the wall appears sooner. */
const OutputBars = fetchOnFirstRender('OutputBars', () => import('../kit/drawing/output-bars.tsx'));

interface WorkGroupOutput {
  key: string;
  code: string;
  name: string;
  planned: number;
  good: number;
  scrap: number;
}

const readWorkGroupOutput = (row: ReportRow): WorkGroupOutput => ({
  key: cellReaders.text(row, 'groupKey'),
  code: cellReaders.text(row, 'groupCode'),
  name: cellReaders.text(row, 'groupName'),
  planned: cellReaders.number(row, 'planned') ?? 0,
  good: cellReaders.number(row, 'good') ?? 0,
  scrap: cellReaders.number(row, 'scrap') ?? 0,
});

/** Compares groups by code for sorting. The row without a group comes last. */
const compareGroups = (one: WorkGroupOutput, other: WorkGroupOutput): number =>
  Number(one.name === '') - Number(other.name === '') ||
  one.code.localeCompare(other.code, undefined, { numeric: true }) ||
  one.key.localeCompare(other.key);

/** Whether the browser supports canvas. Without canvas the widget shows only the numbers. */
const CAN_DRAW_CANVAS = (() => {
  try {
    return document.createElement('canvas').getContext('2d') !== null;
  } catch {
    return false;
  }
})();

/** Returns a function for the `ref` of an element, and the current size of the element in logical pixels. */
function useElementSize(): [(element: HTMLElement | null) => void, { width: number; height: number } | null] {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  useLayoutEffect(() => {
    if (!element) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize((known) => (known?.width === width && known.height === height ? known : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return [setElement, size];
}

function OutputByGroupContent({ settings, rows, known }: WidgetProps<{ pageSeconds: number }>) {
  const t = useT(words);
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
  const [setBars, size] = useElementSize();
  const groups = useMemo(() => rows.map(readWorkGroupOutput).sort(compareGroups), [rows]);
  const largest = useMemo(
    () => Math.max(0, ...groups.map(({ planned, good, scrap }) => Math.max(planned, good + scrap))),
    [groups],
  );
  const perPage = fit?.rows ?? groups.length;
  const { page, pages } = useTimedPages(groups.length, perPage, settings.pageSeconds);
  const shown = useMemo(
    () => (fit ? groups.slice(page * fit.rows, (page + 1) * fit.rows) : []),
    [groups, fit, page],
  );
  const rowHeight = fit?.height ?? 0;
  return (
    <div className="output">
      <div className="output-rows" ref={box}>
        <div className="output-row output-probe" ref={probe} aria-hidden="true" />
        {groups.length === 0 && <TileMessage>{t(known ? 'nothingMadeToday' : 'waitingForData')}</TileMessage>}
        <div className="output-names">
          {shown.map((group) => (
            <span
              key={group.key}
              className="cut"
              style={{ blockSize: rowHeight, lineHeight: `${rowHeight}px` }}
            >
              {group.name || t('withoutGroup')}
            </span>
          ))}
        </div>
        <div className="output-bars" ref={setBars} aria-hidden="true">
          {CAN_DRAW_CANVAS && size && size.width > 0 && shown.length > 0 && (
            <Suspense fallback={null}>
              <OutputBars
                bars={shown}
                largest={largest}
                width={size.width}
                height={rowHeight * shown.length}
                pixelRatio={Math.max(1, scale * window.devicePixelRatio)}
              />
            </Suspense>
          )}
        </div>
        <div className="output-figures">
          {shown.map((group) => (
            <span
              key={group.key}
              className="to-end"
              data-row={group.key}
              style={{ blockSize: rowHeight, lineHeight: `${rowHeight}px` }}
            >
              {group.scrap > 0 && (
                <WallStateMark look={getStateStyle('scrapped')}>
                  {formatFigure(group.scrap, lang)}
                </WallStateMark>
              )}
              <ChangedValue className="output-good">{formatFigure(group.good, lang)}</ChangedValue>
              <span className="quiet">/{formatFigure(group.planned, lang)}</span>
            </span>
          ))}
        </div>
      </div>
      {head &&
        groups.length > 0 &&
        createPortal(
          <>
            <span className="output-legend">{t('goodOfPlan')}</span>
            {pages > 1 && ` ${page + 1}/${pages}`}
          </>,
          head,
        )}
    </div>
  );
}

/** Shows today's good quantity, scrap and planned quantity of each work group, as a bar chart and as numbers. */
export const outputByGroup = defineWidget({
  type: 'outputByGroup',
  version: 1,
  title: 'outputByGroup',
  words,
  size: { w: 9, h: 8, minW: 6, minH: 5 },
  settings: { pageSeconds: number({ min: 8, max: 12, decimals: 0, initial: 10, unit: 'seconds' }) },
  source: () => ({ path: '/mes/form/outputByGroup', params: {} }),
  Component: OutputByGroupContent,
});
