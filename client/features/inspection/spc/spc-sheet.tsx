import { Button } from '@blueprintjs/core';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { MAX_SPC_VALUES, type SpcSeries } from '#shared/quality/spc.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { formatMoment, formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { useInspectionCall } from '#client/production/inspection/use-inspection.ts';
import { ControlChartFigure } from '#client/production/spc/control-chart-figure.tsx';
import { HistogramFigure } from '#client/production/spc/histogram-figure.tsx';
import type { SpcCharts } from '#shared/quality/spc-charts.ts';
import type { SpcQuery } from '#client/production/spc/use-spc.ts';
import { CapabilityTable } from './capability-table.tsx';
import { PointTable } from './point-table.tsx';

interface Props {
  query: SpcQuery;
  series: SpcSeries;
  spcCharts: SpcCharts;
}

const LOCATION_HEIGHT_PX = 320;
const SPREAD_HEIGHT_PX = 200;

/**
 * Shows whether the control limits are frozen or computed from the data. Users with the permission freeze or release
 * them.
 */
function LimitsBar({ query, spcCharts: { kind, frozen, sampleCount } }: Pick<Props, 'query' | 'spcCharts'>) {
  const t = useT();
  const zone = useTimeZone();
  const mayFreeze = hasPermission(useUser(), 'QUALITY_RELEASE');
  const { sendCall, busy, refusal } = useInspectionCall();
  return (
    <div className="spc-limits">
      <span>
        {frozen
          ? t('limitsFrozen', {
              count: frozen.sampleCount,
              from: frozen.fromDay,
              to: frozen.toDay,
              by: frozen.frozenBy,
              at: formatMoment(frozen.frozenAt, zone),
            })
          : t('limitsFromData', { count: sampleCount })}
      </span>
      {mayFreeze && (
        <Button
          loading={busy}
          text={t(frozen ? 'releaseLimits' : 'freezeLimits')}
          onClick={() =>
            void (frozen
              ? sendCall('spc/release', { id: frozen.id })
              : sendCall('spc/freeze', { ...query, chart: kind }))
          }
        />
      )}
      {refusal && (
        <span role="alert" className="spc-refusal">
          {refusal}
        </span>
      )}
    </div>
  );
}

/** Shows the charts of a series with its histogram, its capability and its points. */
export function SpcSheet({ query, series, spcCharts }: Props) {
  const t = useT();
  const { charts, capability, bins } = spcCharts;
  if (series.samples.length === 0) return <p className="spc-none">{t('noSamples')}</p>;
  const tolerance = [series.lowerLimit, series.upperLimit];
  const isMeasured = capability !== null;
  return (
    <>
      <LimitsBar query={query} spcCharts={spcCharts} />
      {series.isCut && <p>{t('seriesCut', { count: formatNumber(MAX_SPC_VALUES) })}</p>}
      {charts.length === 0 && (
        <p className="spc-none">
          {t(
            spcCharts.kind === 'xbarRChart' && spcCharts.proposed === 'xbarSChart'
              ? 'tooManyForRange'
              : 'error.limitsUnknown',
          )}
        </p>
      )}
      <div className="spc-sheet">
        <div className="spc-charts">
          {charts.map((chart, chartIndex) => (
            <ControlChartFigure
              key={chart.statistic}
              chart={chart}
              height={chartIndex === 0 ? LOCATION_HEIGHT_PX : SPREAD_HEIGHT_PX}
              unit={isMeasured ? series.unit : null}
              tolerance={isMeasured && chartIndex === 0 ? tolerance : []}
            />
          ))}
          {charts.length > 0 && (
            <section className="spc-card" aria-label={t('violations')}>
              <h2>{t('violations')}</h2>
              <PointTable charts={charts} onlyViolations />
            </section>
          )}
        </div>
        {capability && (
          <div className="spc-side">
            <HistogramFigure bins={bins} unit={series.unit} tolerance={tolerance} />
            <CapabilityTable capability={capability} unit={series.unit} />
          </div>
        )}
      </div>
      {charts.length > 0 && (
        <details className="spc-points">
          <summary>{t('showPoints')}</summary>
          <PointTable charts={charts} onlyViolations={false} />
        </details>
      )}
    </>
  );
}
