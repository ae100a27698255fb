import { line, scaleLinear } from 'd3';
import { useContext, useMemo, useRef, type CSSProperties } from 'react';
import { createPortal } from 'react-dom';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import { choice } from '#shared/kernel/fields.ts';
import type { TermsByKey } from '#shared/kernel/lang.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import { getStateStyle } from '#client/kit/elements/state-style.ts';
import { useT } from '#client/kit/words/t.ts';
import { cellReaders } from '../kit/drawing/cell.ts';
import { ChangedValue } from '../kit/drawing/changed-value.tsx';
import { useBoxSize } from '../kit/drawing/use-box-size.ts';
import { UNKNOWN_VALUE_TEXT } from '../kit/drawing/figure.ts';
import { formatHours } from '../kit/drawing/format-hours.ts';
import { useRowFit } from '../kit/drawing/use-rows-that-fit.ts';
import { WallStateMark } from '../kit/drawing/wall-mark.tsx';
import { buildGroupScopeParams } from '../kit/group-scope-params.ts';
import { buildShownDayParams } from '../kit/shown-day-params.ts';
import { usePeriodText } from '../kit/tile/shown-day.ts';
import { TileMessage } from '../kit/tile/tile-card.tsx';
import { TileHeadContext } from '../kit/tile/tile-head.ts';
import { defineWidget, type WidgetProps } from '../kit/widget.ts';
import '../kit/drawing/chart/chart.css';
import './stop-pareto.css';

const words = {
  noStops: ['没有停机', 'No downtime', '沒有停機', '停止なし'],
  repairReason: ['维修', 'Repair', '維修', '修理'],
  reportedReason: ['仅报停机', 'Reported only', '僅報停機', '停止報告のみ'],
  otherReasons: ['其他 {{count}} 项', 'Others: {{count}}', '其他 {{count}} 項', '他 {{count}} 件'],
} as const satisfies TermsByKey;

const PERIODS = ['today', 'currentShift', 'lastSevenDays'] as const;
/** The term of each reason that is not a call type, by the key of the reason. */
const TERM_BY_REASON_KEY: Readonly<Record<string, 'repairReason' | 'reportedReason'>> = {
  repair: 'repairReason',
  report: 'reportedReason',
};
const OTHERS_KEY = 'others';

interface Reason {
  readonly key: string;
  readonly name: string;
  readonly stopCount: number;
  readonly seconds: number;
}
/** A reason, and the summed share in percent of this reason and of all before it. */
interface RankedReason extends Reason {
  readonly cumulatedPercent: number;
}

const readReason = (row: ReportRow): Reason => ({
  key: cellReaders.text(row, 'reasonKey'),
  name: cellReaders.text(row, 'reasonName'),
  stopCount: cellReaders.number(row, 'stopCount') ?? 0,
  seconds: cellReaders.number(row, 'seconds') ?? 0,
});

const compareReasons = (one: Reason, other: Reason): number =>
  other.seconds - one.seconds || one.key.localeCompare(other.key);

const sumReasons = (reasons: readonly Reason[], name: 'seconds' | 'stopCount'): number =>
  reasons.reduce((sum, reason) => sum + reason[name], 0);

/**
 * Ranks reasons by downtime, the longest first. If there are more reasons than `maxRows`, the last
 * row sums up the other reasons, unless `maxRows` is 1.
 * @param maxRows the number of rows; at least one
 */
function rankReasons(reasons: readonly Reason[], maxRows: number): RankedReason[] {
  const sorted = reasons.filter(({ seconds }) => seconds > 0).sort(compareReasons);
  const otherReasons = sorted.length > maxRows && maxRows > 1 ? sorted.slice(maxRows - 1) : [];
  const shownReasons: Reason[] =
    otherReasons.length > 0 ? sorted.slice(0, maxRows - 1) : sorted.slice(0, maxRows);
  if (otherReasons.length > 0) {
    const count = otherReasons.length;
    shownReasons.push({
      key: OTHERS_KEY,
      name: String(count),
      stopCount: sumReasons(otherReasons, 'stopCount'),
      seconds: sumReasons(otherReasons, 'seconds'),
    });
  }
  const total = sumReasons(sorted, 'seconds');
  let sum = 0;
  return shownReasons.map((reason) => {
    sum += reason.seconds;
    return { ...reason, cumulatedPercent: (sum / total) * 100 };
  });
}

/** Draws the bars of the reasons, and the line of their cumulated shares from 0 to 100 %. */
function ParetoBars({
  rankedReasons,
  rowHeight,
}: {
  rankedReasons: readonly RankedReason[];
  rowHeight: number;
}) {
  const [setBox, size] = useBoxSize();
  const width = size?.width ?? 0;
  const scaleSeconds = scaleLinear([0, Math.max(1, rankedReasons[0]?.seconds ?? 0)], [0, width]);
  const scaleShare = scaleLinear([0, 100], [0, Math.max(0, width - 8)]);
  const getRowMiddle = (index: number) => (index + 0.5) * rowHeight;
  const drawLine = line<RankedReason>(
    ({ cumulatedPercent }) => scaleShare(cumulatedPercent),
    (_, index) => getRowMiddle(index),
  );
  return (
    <div className="pareto-bars" ref={setBox} aria-hidden="true">
      {width > 0 && (
        <svg className="chart" width={width} height={rowHeight * rankedReasons.length}>
          <line className="chart-baseline" x1={0} x2={0} y1={0} y2={rowHeight * rankedReasons.length} />
          {rankedReasons.map(({ key, seconds }, index) => (
            <rect
              key={key}
              className={key === OTHERS_KEY ? 'pareto-bar is-rest' : 'pareto-bar'}
              x={0}
              y={index * rowHeight + rowHeight * 0.2}
              width={Math.min(width, scaleSeconds(seconds))}
              height={rowHeight * 0.6}
            />
          ))}
          <path className="pareto-line" d={drawLine(rankedReasons) ?? ''} />
          {rankedReasons.map(({ key, cumulatedPercent }, index) => (
            <circle
              key={key}
              className="pareto-point"
              cx={scaleShare(cumulatedPercent)}
              cy={getRowMiddle(index)}
              r={7}
            />
          ))}
        </svg>
      )}
    </div>
  );
}

interface Settings {
  period: (typeof PERIODS)[number];
  workGroupId: number | null;
}

function StopParetoContent({ settings, rows, areRowsKnown }: WidgetProps<Settings>) {
  const t = useT(words);
  const periodText = usePeriodText(settings.period);
  const head = useContext(TileHeadContext);
  const box = useRef<HTMLDivElement>(null);
  const probe = useRef<HTMLDivElement>(null);
  const fit = useRowFit(box, probe);
  const reasons = useMemo(() => rows.map(readReason).filter(({ seconds }) => seconds > 0), [rows]);
  const rankedReasons = useMemo(
    () => (fit ? rankReasons(reasons, Math.max(1, fit.rowCount)) : []),
    [reasons, fit],
  );
  const rowHeight = Math.min(fit?.rowHeight ?? 0, (probe.current?.offsetHeight ?? 0) * 1.6);
  const style: CSSProperties = { blockSize: rowHeight, lineHeight: `${rowHeight}px` };
  const nameOf = ({ key, name }: Reason) => {
    if (key === OTHERS_KEY) return t('otherReasons', { count: name });
    const term = TERM_BY_REASON_KEY[key];
    return term ? t(term) : name || UNKNOWN_VALUE_TEXT;
  };
  return (
    <div className="pareto">
      {reasons.length > 0 && (
        <div className="chart-figures">
          <span className="chart-main">
            <WallStateMark look={getStateStyle('down')}>{t('down')}</WallStateMark>
            <ChangedValue>{formatHours(sumReasons(reasons, 'seconds'))}</ChangedValue>
          </span>
          <span className="quiet">{`${sumReasons(reasons, 'stopCount')} ×`}</span>
        </div>
      )}
      <div className="pareto-rows" ref={box}>
        <div className="pareto-row pareto-probe" ref={probe} aria-hidden="true" />
        {reasons.length === 0 ? (
          <TileMessage>{t(areRowsKnown ? 'noStops' : 'waitingForData')}</TileMessage>
        ) : (
          <>
            <div className="pareto-names">
              {rankedReasons.map((reason) => (
                <span
                  key={reason.key}
                  className={reason.key === OTHERS_KEY ? 'cut quiet' : 'cut'}
                  style={style}
                >
                  {nameOf(reason)}
                </span>
              ))}
            </div>
            <ParetoBars rankedReasons={rankedReasons} rowHeight={rowHeight} />
            <div className="pareto-figures">
              {rankedReasons.map((reason) => (
                <span key={reason.key} data-row={reason.key} style={style}>
                  <ChangedValue className="pareto-time">{formatHours(reason.seconds)}</ChangedValue>
                  <span className="pareto-percent">{`${Math.round(reason.cumulatedPercent)} %`}</span>
                </span>
              ))}
            </div>
          </>
        )}
      </div>
      {head && createPortal(<span className="chart-span">{periodText}</span>, head)}
    </div>
  );
}

/**
 * Shows the reasons with the longest downtime as bars, and their cumulated share of the downtime
 * as a line.
 */
export const stopPareto = defineWidget({
  type: 'stopPareto',
  version: 1,
  title: 'stopPareto',
  area: 'devices',
  words,
  size: { w: 9, h: 9, minW: 6, minH: 4 },
  settings: { period: choice(PERIODS, { initial: 'lastSevenDays' }), ...GROUP_SCOPE_FIELDS },
  source: ({ period, ...settings }, variables) => ({
    path: '/mes/form/stopPareto',
    params: { period, ...buildGroupScopeParams(settings, variables), ...buildShownDayParams(variables) },
  }),
  Component: StopParetoContent,
});
