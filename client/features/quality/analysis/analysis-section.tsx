import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ReportDescriptor } from '#shared/kernel/report.ts';
import { makeReportPath } from '#client/crud/report/report-pages.ts';
import { useT } from '#client/kit/words/t.ts';

interface Props {
  title: string;
  report: ReportDescriptor;
  params: Readonly<Record<string, string>>;
  /** Undefined until the rows are read. */
  rowCount: number | undefined;
  hasFailed: boolean;
  head?: ReactNode;
  children: ReactNode;
}

/**
 * A section of the analysis: a title, a link to the report that has the same data, and the content if there are rows.
 */
export function AnalysisSection({ title, report, params, rowCount, hasFailed, head, children }: Props) {
  const t = useT();
  const query = new URLSearchParams(params).toString();
  const isEmpty = rowCount === 0 || hasFailed;
  return (
    <section className="analysis-section" aria-label={title} aria-busy={rowCount === undefined && !hasFailed}>
      <header>
        <h2>{title}</h2>
        {head}
        <Link className="analysis-report" to={`${makeReportPath(report.page!)}${query ? `?${query}` : ''}`}>
          {t('openReport')}
        </Link>
      </header>
      {isEmpty && <p className="analysis-none">{t(hasFailed ? 'error.requestFailed' : 'noReportRows')}</p>}
      {rowCount === undefined && !hasFailed && <span className="skeleton" />}
      {!isEmpty && rowCount !== undefined && children}
    </section>
  );
}
