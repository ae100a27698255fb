import { scaleLinear } from 'd3';
import type { HistogramBin } from '#shared/spc/histogram.ts';
import { useElementWidth } from '#client/kit/charts/use-element-width.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';

interface Props {
  bins: readonly HistogramBin[];
  unit: string | null;
  tolerance: readonly (number | null)[];
}

const HEIGHT_PX = 200;
const MARGIN_PX = { left: 12, right: 12, top: 22, bottom: 24 };

/** Draws how often values occur, with the limits of the tolerance. */
export function HistogramFigure({ bins, unit, tolerance }: Props) {
  const t = useT();
  const { ref, width } = useElementWidth();
  const limits = tolerance.filter((limit) => limit !== null);
  const low = Math.min(bins[0]!.from, ...limits);
  const high = Math.max(bins.at(-1)!.to, ...limits);
  const padding = (high - low) * 0.04;
  const x = scaleLinear(
    [low - padding, high + padding],
    [MARGIN_PX.left, Math.max(MARGIN_PX.left + 1, width - MARGIN_PX.right)],
  );
  const maxCount = Math.max(...bins.map(({ count }) => count));
  const y = scaleLinear([0, maxCount], [HEIGHT_PX - MARGIN_PX.bottom, MARGIN_PX.top]);
  return (
    <figure className="control-chart">
      <figcaption>
        <strong>{t('histogram')}</strong>
        {unit && <span>{unit}</span>}
      </figcaption>
      <div ref={ref} style={{ height: HEIGHT_PX }}>
        {width > 0 && (
          <svg width={width} height={HEIGHT_PX} role="img" aria-label={t('histogram')}>
            {bins.map(({ from, to, count }) => (
              <rect
                key={from}
                className="histogram-bar"
                x={x(from) + 0.5}
                y={y(count)}
                width={Math.max(1, x(to) - x(from) - 1)}
                height={y(0) - y(count)}
              >
                <title>{`${formatNumber(from)} – ${formatNumber(to)}: ${count}`}</title>
              </rect>
            ))}
            {limits.map((limit) => (
              <g key={limit} className="control-tolerance">
                <line x1={x(limit)} x2={x(limit)} y1={MARGIN_PX.top - 4} y2={HEIGHT_PX - MARGIN_PX.bottom} />
                <text x={x(limit)} y={12} textAnchor={x(limit) > width / 2 ? 'end' : 'start'}>
                  {t('tolerance')} {formatNumber(limit)}
                </text>
              </g>
            ))}
            {x.ticks(5).map((tick) => (
              <text key={tick} className="control-time" x={x(tick)} y={HEIGHT_PX - 6}>
                {formatNumber(tick)}
              </text>
            ))}
          </svg>
        )}
      </div>
    </figure>
  );
}
