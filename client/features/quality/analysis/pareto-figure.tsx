import { line, scaleBand, scaleLinear } from 'd3';
import { useNavigate } from 'react-router-dom';
import type { ReportRow } from '#shared/kernel/report.ts';
import { useElementWidth } from '#client/kit/charts/use-element-width.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { ValueAxis } from './value-axis.tsx';

interface Props {
  /** The rows of the report, the largest first. */
  rows: readonly ReportRow[];
  nameOf: (row: ReportRow) => string;
  /** Returns the address that a click on the bar of a row opens; null if the bar is not a link. */
  hrefOf: (row: ReportRow) => string | null;
  label: string;
}

const HEIGHT_PX = 264;
const MARGIN_PX = { left: 44, right: 48, top: 20, bottom: 44 };
/** The minimum width of a bar with its name, in pixels. */
const BAR_WIDTH_PX = 56;

const readNumber = (row: ReportRow, column: string): number => Number(row[column] ?? 0);

/** Draws the bad pieces of each row as a bar, and the cumulated share as a line. A click on a bar opens its address. */
export function ParetoFigure({ rows, nameOf, hrefOf, label }: Props) {
  const navigate = useNavigate();
  const { ref, width } = useElementWidth();
  const innerWidth = Math.max(0, width - MARGIN_PX.left - MARGIN_PX.right);
  const shownRows = rows
    .filter((row) => readNumber(row, 'badPieces') > 0)
    .slice(0, Math.max(3, Math.floor(innerWidth / BAR_WIDTH_PX)));
  const x = scaleBand(
    shownRows.map((row) => String(row['valueKey'])),
    [MARGIN_PX.left, MARGIN_PX.left + innerWidth],
  ).padding(0.25);
  const bottom = HEIGHT_PX - MARGIN_PX.bottom;
  const pieces = scaleLinear(
    [0, Math.max(1, ...shownRows.map((row) => readNumber(row, 'badPieces')))],
    [bottom, MARGIN_PX.top],
  ).nice(4);
  const percent = scaleLinear([0, 100], [bottom, MARGIN_PX.top]);
  const middleOf = (row: ReportRow) => x(String(row['valueKey']))! + x.bandwidth() / 2;
  const drawLine = line<ReportRow>(middleOf, (row) => percent(readNumber(row, 'cumulatedShare')));
  return (
    <div ref={ref} className="analysis-figure" style={{ blockSize: HEIGHT_PX }}>
      {width > 0 && (
        <svg width={width} height={HEIGHT_PX} role="img" aria-label={label}>
          <ValueAxis scale={pieces} tickCount={4} left={MARGIN_PX.left} right={width - MARGIN_PX.right} />
          {[50, 100].map((tick) => (
            <text
              key={tick}
              className="analysis-share"
              x={width - MARGIN_PX.right + 8}
              y={percent(tick)}
              dy="0.32em"
            >
              {tick} %
            </text>
          ))}
          {shownRows.map((row) => {
            const href = hrefOf(row);
            const value = readNumber(row, 'badPieces');
            return (
              <g
                key={String(row['valueKey'])}
                className={href ? 'analysis-bar is-link' : 'analysis-bar'}
                onClick={href ? () => void navigate(href) : undefined}
              >
                <title>{`${nameOf(row)}: ${formatNumber(value, 4)}`}</title>
                <rect
                  x={x(String(row['valueKey']))}
                  width={x.bandwidth()}
                  y={pieces(value)}
                  height={bottom - pieces(value)}
                />
                <text x={middleOf(row)} y={pieces(value) - 6}>
                  {formatNumber(value, 1)}
                </text>
                <foreignObject
                  x={middleOf(row) - x.step() / 2}
                  y={bottom + 4}
                  width={x.step()}
                  height={MARGIN_PX.bottom - 4}
                >
                  <span className="analysis-name">{nameOf(row)}</span>
                </foreignObject>
              </g>
            );
          })}
          <path className="analysis-line" d={drawLine(shownRows) ?? ''} />
          {shownRows.map((row) => (
            <circle
              key={String(row['valueKey'])}
              className="analysis-point"
              cx={middleOf(row)}
              cy={percent(readNumber(row, 'cumulatedShare'))}
              r={4}
            />
          ))}
        </svg>
      )}
    </div>
  );
}
