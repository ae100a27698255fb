import { Link } from 'react-router-dom';
import type { Field } from '#shared/kernel/fields.ts';
import type { ReportDescriptor, ReportRow } from '#shared/kernel/report.ts';
import { getDefaultAlignment, type BaseColumn } from '#shared/rules/columns.ts';
import { FieldValue } from '#client/kit/fields/field-value.tsx';
import { estimateChoiceWidth, estimateHeadingWidth, type Column } from '#client/kit/tables/column.ts';
import type { Translate } from '#client/kit/words/t.ts';
import { getDetailsHref } from './report-rows.ts';

/**
 * Returns the default width of a column in pixels. Reports have many columns, so the columns are
 * narrow.
 */
function getDefaultColumnWidth(field: Field): number {
  if (field.kind === 'text') return (field.max ?? 200) <= 60 ? 110 : 140;
  if (field.kind === 'number') return field.unit === 'seconds' ? 128 : 88;
  return field.time ? 120 : 112;
}

/** Limits a percentage field to one decimal. Other fields stay unchanged. */
const limitPercentDecimals = (field: Field): Field =>
  field.unit === 'percent' ? { ...field, decimals: Math.min(1, field.decimals ?? 1) } : field;

type ReportTableColumn = Column<ReportRow> & BaseColumn;

/**
 * Returns the columns of a report's table without the hidden columns. A value other than zero links
 * to its details, if the report has details for the column.
 */
export function makeReportColumns(report: ReportDescriptor, t: Translate): ReportTableColumn[] {
  return Object.entries(report.columns)
    .filter(([, column]) => !column.hidden)
    .map(([name, { field, label }], index) => {
      const title = t(label);
      const unit = field.unit && field.unit !== 'seconds' ? t(field.unit) : undefined;
      return {
        name,
        title,
        unit,
        width: Math.max(
          getDefaultColumnWidth(field),
          estimateHeadingWidth(title, unit),
          estimateChoiceWidth(field.choices?.map((choice) => t(choice)) ?? []),
        ),
        align: getDefaultAlignment(field),
        shown: true,
        order: index + 1,
        sortable: true,
        render: (row) => {
          // Zeros are grey, so that users notice the other values.
          if (row[name] === 0) return <span className="nothing">0</span>;
          const value = <FieldValue field={limitPercentDecimals(field)} value={row[name]} />;
          const detailsHref = row[name] ? getDetailsHref(report, row, name) : null;
          return detailsHref ? (
            <Link className="figure-link" to={detailsHref} title={t('reportsBehind')}>
              {value}
            </Link>
          ) : (
            value
          );
        },
      };
    });
}
