import { extent, line, scaleLinear, scalePoint } from 'd3';
import { useNavigate } from 'react-router-dom';
import type { ReportDescriptor, ReportRow } from '#shared/kernel/report.ts';
import { getDetailsHref } from '#client/crud/report/report-rows.ts';
import { useElementWidth } from '#client/kit/charts/use-element-width.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { ValueAxis } from './value-axis.tsx';

interface Props {
  report: ReportDescriptor;
  rows: readonly ReportRow[];
  column: 'firstPassYield' | 'scrapRatio' | 'reworkRatio' | 'lostCost';
}

const HEIGHT_PX = 132;
const MARGIN_PX = { left: 48, right: 16, top: 12, bottom: 24 };

/** Draws one figure by week as a line, with its latest value. A click on a point opens the exceptions of its week. */
export function TrendFigure({ report, rows, column }: Props) {
  const t = useT();
  const navigate = useNavigate();
  const { ref, width } = useElementWidth();
  const { label, field } = report.columns[column]!;
  const points = rows.flatMap((row) =>
    typeof row[column] === 'number' ? [{ row, value: row[column] }] : [],
  );
  const unit = field.unit === 'percent' ? ' %' : '';
  const format = (value: number) => `${formatNumber(value, unit ? 1 : 2)}${unit}`;
  const lastPoint = points.at(-1);
  const [low = 0, high = 0] = extent(points, ({ value }) => value);
  // A yield is close to 100 %, so its axis ends there and does not begin at zero. The other figures begin at zero.
  const domain = column === 'firstPassYield' ? [Math.min(low, 99), 100] : [0, Math.max(high, 1)];
  const y = scaleLinear(domain, [HEIGHT_PX - MARGIN_PX.bottom, MARGIN_PX.top]).nice(3);
  const x = scalePoint(
    rows.map((row) => String(row['firstDay'])),
    [MARGIN_PX.left, Math.max(MARGIN_PX.left, width - MARGIN_PX.right)],
  ).padding(0.2);
  const getX = ({ row }: { row: ReportRow }) => x(String(row['firstDay']))!;
  const drawLine = line<(typeof points)[number]>(getX, ({ value }) => y(value));
  const days = rows.length > 1 ? [rows[0]!, rows.at(-1)!] : rows;
  return (
    <figure className="analysis-trend">
      <figcaption>
        {t(label)} <strong>{lastPoint ? format(lastPoint.value) : '—'}</strong>
      </figcaption>
      <div ref={ref} style={{ blockSize: HEIGHT_PX }}>
        {width > 0 && (
          <svg
            width={width}
            height={HEIGHT_PX}
            role="img"
            aria-label={t('chartOf', { subject: t(label), by: t('day') })}
          >
            <ValueAxis scale={y} tickCount={3} left={MARGIN_PX.left} right={width - MARGIN_PX.right} />
            {days.map((row, index) => (
              <text
                key={String(row['firstDay'])}
                className={index === 0 ? 'analysis-day' : 'analysis-day is-last'}
                x={index === 0 ? MARGIN_PX.left : width - MARGIN_PX.right}
                y={HEIGHT_PX - 6}
              >
                {String(row['firstDay']).slice(5)}
              </text>
            ))}
            <path className="analysis-line" d={drawLine(points) ?? ''} />
            {points.map((point) => {
              const href = getDetailsHref(report, point.row, 'raised');
              return (
                <circle
                  key={String(point.row['firstDay'])}
                  className="analysis-point is-link"
                  cx={getX(point)}
                  cy={y(point.value)}
                  r={4.5}
                  onClick={href ? () => void navigate(href) : undefined}
                >
                  <title>{`${String(point.row['firstDay'])} – ${String(point.row['lastDay'])}: ${format(point.value)}`}</title>
                </circle>
              );
            })}
          </svg>
        )}
      </div>
    </figure>
  );
}
