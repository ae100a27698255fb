import { useSearchParams } from 'react-router-dom';
import type { ReportDescriptor } from '#shared/kernel/report.ts';
import { PeriodButton } from '#client/crud/report/period-button.tsx';
import { useReportDescriptors } from '#client/crud/report/use-reports.ts';
import { useT } from '#client/kit/words/t.ts';
import { MatrixSection } from './matrix-section.tsx';
import { ParetoSection } from './pareto-section.tsx';
import { TrendSection } from './trend-section.tsx';
import '#client/crud/page-head.css';
import '#client/crud/report/report-page.css';
import './analysis.css';

/**
 * Shows three reports about quality: the bad pieces by the chosen grouping, the trend, and the error classes by
 * operation type. A report that the user may not see is left out. The address stores the period and the grouping.
 */
export function AnalysisScreen() {
  const t = useT();
  const [address, setAddress] = useSearchParams();
  const { data: reports } = useReportDescriptors();
  const findReport = (name: string): ReportDescriptor | undefined =>
    reports?.find((report) => (report.name as string) === name);
  const [from, to] = [address.get('from') ?? '', address.get('to') ?? ''];
  const params = { ...(from ? { from } : {}), ...(to ? { to } : {}) };
  const pareto = findReport('qualityAnalysisReport');
  const trend = findReport('qualityTrend');
  const matrix = findReport('qualityMatrix');
  return (
    <section className="screen analysis" aria-label={t('qualityAnalysis')} aria-busy={!reports}>
      <header className="page-head">
        <h1>{t('qualityAnalysis')}</h1>
        {pareto && (
          <PeriodButton
            period={pareto.period!}
            from={from}
            to={to}
            onChange={(nextFrom, nextTo) =>
              setAddress(
                (current) => {
                  current.delete('from');
                  current.delete('to');
                  if (nextFrom) current.set('from', nextFrom);
                  if (nextTo) current.set('to', nextTo);
                  return current;
                },
                { replace: true },
              )
            }
          />
        )}
      </header>
      <div className="analysis-sections">
        {pareto && <ParetoSection report={pareto} params={params} />}
        {trend && <TrendSection report={trend} params={params} />}
        {matrix && <MatrixSection report={matrix} params={params} />}
      </div>
    </section>
  );
}
