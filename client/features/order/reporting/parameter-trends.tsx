import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { useT } from '#client/kit/words/t.ts';
import { ParameterTrendChart } from '#client/production/reporting/entries/parameter-trend-chart.tsx';
import { useParameterTrends } from '#client/production/reporting/entries/parameter-entries.tsx';

/** Shows the trend of each production parameter of one process, with earlier orders of the same part. */
function ProcessTrends({ process }: { process: ProcessProgress }) {
  const t = useT();
  const { data: trends } = useParameterTrends(process.processId);
  if (!trends || trends.length === 0) return null;
  return (
    <section className="parameter-trends" aria-label={t('parameterTrendsOf', { name: process.name })}>
      <h3>{t('parameterTrendsOf', { name: `${process.seq} ${process.name}` })}</h3>
      <div className="trend-charts">
        {trends.map((trend) => (
          <ParameterTrendChart key={trend.code} trend={trend} processId={process.processId} />
        ))}
      </div>
    </section>
  );
}

/** Shows the trends of the processes that are reported by production parameters. */
export function ParameterTrends({ processes }: { processes: readonly ProcessProgress[] }) {
  return processes
    .filter(({ entryRequest }) => entryRequest?.kind === 'parameters')
    .map((process) => <ProcessTrends key={process.processId} process={process} />);
}
