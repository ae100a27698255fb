import { Link, useSearchParams } from 'react-router-dom';
import type { ReportDescriptor, ReportRow } from '#shared/kernel/report.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { getDetailsHref } from '#client/crud/report/report-rows.ts';
import { useReportRows } from '#client/crud/report/use-report-rows.ts';
import { FieldValue } from '#client/kit/fields/field-value.tsx';
import { useReferencesById } from '#client/kit/wire/references.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { AnalysisSection } from './analysis-section.tsx';
import { ParetoFigure } from './pareto-figure.tsx';
import '#client/kit/look/tabs.css';

interface Props {
  report: ReportDescriptor;
  params: Readonly<Record<string, string>>;
}

const DEFAULT_GROUPING = 'errorClass';
const GROUP_GROUPING = 'errorClassGroup';
const FIGURE_COLUMNS = ['exceptionCount', 'badPieces', 'share', 'cumulatedShare', 'lostCost'] as const;

/**
 * Shows the bad pieces by the chosen grouping, for example by error class or part, as a chart and as a table with
 * links.
 */
export function ParetoSection({ report, params }: Props) {
  const t = useT();
  const user = useUser();
  const [address] = useSearchParams();
  const groupings = (report.parameters['by']!.choices ?? []).filter(
    (grouping) => grouping !== 'responsiblePeople' || hasPermission(user, 'QUALITY_PUNISH'),
  );
  const by = groupings.find((grouping) => grouping === address.get('by')) ?? DEFAULT_GROUPING;
  const parentClassId = by === GROUP_GROUPING ? address.get('underClassId') : null;
  const allParams = { ...params, by, ...(parentClassId ? { underClassId: parentClassId } : {}) };
  const { data, isError } = useReportRows(report, allParams);
  const rows = data?.rows ?? [];
  const addressOf = (grouping: string, classId: string | null = null) => {
    const next = new URLSearchParams(address);
    next.set('by', grouping);
    if (classId === null) next.delete('underClassId');
    else next.set('underClassId', classId);
    return `?${next.toString()}`;
  };
  const nameOf = (row: ReportRow) => String(row['valueName'] ?? t('notKnown'));
  const unitOf = (column: (typeof FIGURE_COLUMNS)[number]) => {
    const { unit } = report.columns[column]!.field;
    return unit ? t(unit) : '';
  };
  // A row without a value has no link, because the exceptions cannot be filtered by a missing value. A row of
  // a class with subclasses links to the chart of the subclasses. Any other row links to its exceptions.
  const hrefOf = (row: ReportRow) => {
    if (row['valueKey'] === '') return null;
    return Number(row['classesBelow']) > 0
      ? addressOf(by, String(row['valueKey']))
      : getDetailsHref(report, row);
  };
  const { data: parentClasses } = useReferencesById(
    'classification',
    parentClassId ? [Number(parentClassId)] : [],
  );
  return (
    <AnalysisSection
      title={t('badPieces')}
      report={report}
      params={allParams}
      rowCount={data && rows.length}
      hasFailed={isError && !data}
      head={
        <nav className="tabs analysis-groupings" aria-label={t(report.parameters['by']!.label!)}>
          {groupings.map((grouping) => (
            <Link
              key={grouping}
              to={addressOf(grouping)}
              replace
              className={grouping === by ? 'active' : ''}
              aria-current={grouping === by ? 'true' : undefined}
            >
              {t(grouping)}
            </Link>
          ))}
        </nav>
      }
    >
      {parentClassId && (
        <p className="analysis-way">
          <Link to={addressOf(by)}>{t('allDefectGroups')}</Link>
          {' › '}
          {parentClasses?.[0]?.label}
        </p>
      )}
      <div className="analysis-pair">
        <ParetoFigure
          rows={rows}
          nameOf={nameOf}
          hrefOf={hrefOf}
          label={t('chartOf', { subject: t('badPieces'), by: t(by) })}
        />
        <div className="analysis-table">
          <table>
            <thead>
              <tr>
                <th scope="col">{t(by)}</th>
                {FIGURE_COLUMNS.map((column) => (
                  <th key={column} scope="col" className="number">
                    {t(report.columns[column]!.label)} {unitOf(column)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => {
                const href = hrefOf(row);
                return (
                  <tr key={String(row['valueKey'])}>
                    <th scope="row">{href ? <Link to={href}>{nameOf(row)}</Link> : nameOf(row)}</th>
                    {FIGURE_COLUMNS.map((column) => (
                      <td key={column} className="number">
                        <FieldValue field={report.columns[column]!.field} value={row[column]} />
                      </td>
                    ))}
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      </div>
    </AnalysisSection>
  );
}
