import type { CSSProperties } from 'react';
import { Link } from 'react-router-dom';
import type { ReportDescriptor, ReportRow } from '#shared/kernel/report.ts';
import { addQuantities } from '#shared/ledger/quantity.ts';
import { getDetailsHref } from '#client/crud/report/report-rows.ts';
import { useReportRows } from '#client/crud/report/use-report-rows.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { AnalysisSection } from './analysis-section.tsx';

interface Props {
  report: ReportDescriptor;
  params: Readonly<Record<string, string>>;
}

/**
 * The maximum number of operation types in the matrix: those with the most bad pieces. The report lists all operation
 * types.
 */
const MAX_CRAFTS = 15;

interface MatrixLine {
  id: string;
  name: string;
  total: number;
}

/**
 * Adds up the bad pieces of the rows with the same value in `idColumn`. The line with the most bad pieces comes first.
 */
function listLines(rows: readonly ReportRow[], idColumn: string, nameColumn: string): MatrixLine[] {
  const lines = new Map<string, MatrixLine>();
  for (const row of rows) {
    const id = String(row[idColumn] ?? '');
    const previousLine = lines.get(id) ?? { id, name: String(row[nameColumn] ?? ''), total: 0 };
    lines.set(id, { ...previousLine, total: addQuantities(previousLine.total, Number(row['badPieces'])) });
  }
  return [...lines.values()].sort((a, b) => b.total - a.total);
}

/** Shows the bad pieces of each operation type and error class. The more pieces, the stronger the colour of a cell. */
export function MatrixSection({ report, params }: Props) {
  const t = useT();
  const { data, isError } = useReportRows(report, params);
  const rows = data?.rows ?? [];
  const crafts = listLines(rows, 'craftId', 'craftName').slice(0, MAX_CRAFTS);
  const errorClasses = listLines(rows, 'errorClassId', 'errorClassName');
  const maxPieces = Math.max(1, ...rows.map((row) => Number(row['badPieces'])));
  const findCell = (craft: MatrixLine, errorClass: MatrixLine) =>
    rows.find(
      (row) => String(row['craftId']) === craft.id && String(row['errorClassId'] ?? '') === errorClass.id,
    );
  const renderCell = (row: ReportRow | undefined) => {
    if (!row) return <span className="nothing">·</span>;
    const pieces = formatNumber(Number(row['badPieces']), 1);
    const href = row['exceptionCount'] ? getDetailsHref(report, row) : null;
    return href ? <Link to={href}>{pieces}</Link> : pieces;
  };
  const getStrengthStyle = (row: ReportRow | undefined): CSSProperties & Record<'--strength', string> => ({
    '--strength': `${Math.round((Number(row?.['badPieces'] ?? 0) / maxPieces) * 55)}%`,
  });
  return (
    <AnalysisSection
      title={t(report.name)}
      report={report}
      params={params}
      rowCount={data && rows.length}
      hasFailed={isError && !data}
    >
      <div className="analysis-table analysis-matrix">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('craft')}</th>
              {errorClasses.map(({ id, name }) => (
                <th key={id} scope="col">
                  {name || t('notKnown')}
                </th>
              ))}
              <th scope="col">{t('inTotal')}</th>
            </tr>
          </thead>
          <tbody>
            {crafts.map((craft) => (
              <tr key={craft.id}>
                <th scope="row">{craft.name}</th>
                {errorClasses.map((errorClass) => {
                  const row = findCell(craft, errorClass);
                  return (
                    <td key={errorClass.id} className="analysis-cell" style={getStrengthStyle(row)}>
                      {renderCell(row)}
                    </td>
                  );
                })}
                <td className="analysis-total">{formatNumber(craft.total, 1)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </AnalysisSection>
  );
}
