import type { ReportDescriptor } from '#shared/kernel/report.ts';
import { useReportRows } from '#client/crud/report/use-report-rows.ts';
import { useT } from '#client/kit/words/t.ts';
import { AnalysisSection } from './analysis-section.tsx';
import { TrendFigure } from './trend-figure.tsx';

interface Props {
  report: ReportDescriptor;
  params: Readonly<Record<string, string>>;
}

const FIGURES = ['firstPassYield', 'scrapRatio', 'reworkRatio', 'lostCost'] as const;

/** Shows how quality develops by week: first pass yield, scrap, rework, and the loss. */
export function TrendSection({ report, params }: Props) {
  const t = useT();
  const { data, isError } = useReportRows(report, params);
  return (
    <AnalysisSection
      title={t(report.name)}
      report={report}
      params={params}
      rowCount={data?.rows.length}
      hasFailed={isError && !data}
    >
      <div className="analysis-trends">
        {FIGURES.map((column) => (
          <TrendFigure key={column} report={report} rows={data?.rows ?? []} column={column} />
        ))}
      </div>
    </AnalysisSection>
  );
}
