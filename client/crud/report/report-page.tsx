import { Button } from '@blueprintjs/core';
import { GroupedBarChartIcon } from '@blueprintjs/icons';
import { Suspense, useCallback, useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { buildRowKey, type ReportDescriptor, type ReportRow } from '#shared/kernel/report.ts';
import { getArrangeColumnsPermission, buildReportListName } from '#shared/rules/column-arrangement.ts';
import type { Field } from '#shared/kernel/fields.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import { formatNumber } from '#client/kit/words/formats.ts';
import { browserStorage } from '#client/kit/wire/browser-storage.ts';
import { DataTable } from '#client/kit/tables/data-table.tsx';
import { useT } from '#client/kit/words/t.ts';
import { FieldValue } from '#client/kit/fields/field-value.tsx';
import { ChoiceSwitch } from '#client/kit/elements/choice-switch.tsx';
import { REPORT_SHAPES, type ReportMatrix } from './report-matrix.ts';
import { ExportButton } from '../transfer/export-button.tsx';
import { ColumnPicker } from '../columns/column-picker.tsx';
import { useListColumns } from '../columns/use-list-columns.ts';
import { readReportAddress, makeReportAddress, type ReportPageState } from './report-address.ts';
import { makeReportColumns } from './report-columns.tsx';
import { EmptyReport } from './report-empty.tsx';
import { ReportFilters } from './report-filters.tsx';
import { useReportRows } from './use-report-rows.ts';
import { getDetailsHref, sortRows, separateTotalRow, computeTotals } from './report-rows.ts';
import '../list/list-page.css';
import '../page-head.css';
import './report-page.css';

/** A total of at least this duration is shown in whole hours. */
const MIN_SECONDS_FOR_WHOLE_HOURS = 100 * 3600;

/** Shows the total below a column. A very long duration is rounded to hours. */
function ReportTotal({ field, value }: { field: Field; value: number }) {
  const t = useT();
  if (value === 0) return <span className="number">0</span>;
  if (field.unit !== 'seconds' || value < MIN_SECONDS_FOR_WHOLE_HOURS)
    return <FieldValue field={field} value={value} />;
  return <span className="number">{t('durationWholeHours', { hours: formatNumber(value / 3600, 0) })}</span>;
}

const ReportChart = fetchOnFirstRender('ReportChart', () => import('./report-chart.tsx'));

const CHART_HIDDEN_STORAGE_KEY = 'reportChartHidden';

interface Props {
  report: ReportDescriptor;
  /** The component that shows the rows instead of the table, unless the user prefers the table. */
  matrix?: ReportMatrix | undefined;
}

/**
 * Shows a report, generated from its descriptor: a chart, a table, totals and links to details. The address of the
 * page stores the parameters and the sort order.
 */
export function ReportPage({ report, matrix: Matrix }: Props) {
  const t = useT();
  const navigate = useNavigate();
  const [address, setAddress] = useSearchParams();
  const state = useMemo(() => readReportAddress(report, address), [report, address]);
  const [isChartHidden, setIsChartHidden] = useState(
    () => browserStorage.forBrowser.get(CHART_HIDDEN_STORAGE_KEY) === true,
  );
  const { data, isError, isPlaceholderData, refetch } = useReportRows(report, state.params);
  const changeState = useCallback(
    (change: Partial<ReportPageState>) =>
      setAddress(
        (currentAddress) => makeReportAddress({ ...readReportAddress(report, currentAddress), ...change }),
        {
          replace: true,
        },
      ),
    [report, setAddress],
  );

  const { rows, totalRow } = useMemo(() => separateTotalRow(report, data?.rows ?? []), [report, data]);
  const sortedRows = useMemo(() => sortRows(rows, state.sort), [rows, state.sort]);
  const totals = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(computeTotals(report, rows, totalRow)).map(([name, value]) => [
          name,
          <ReportTotal key={name} field={report.columns[name]!.field} value={value} />,
        ]),
      ),
    [report, rows, totalRow],
  );
  const declareColumns = useCallback(() => makeReportColumns(report, t), [report, t]);
  const columns = useListColumns(buildReportListName(report.name), declareColumns);
  const shownColumns = columns.columns.filter((column) => column.shown);
  const title = t(report.name);
  const getHref = (row: ReportRow) => getDetailsHref(report, row);
  const hasFailed = isError && !data;
  // If there are no rows, the table shows the reason.
  const showsMatrix = Matrix !== undefined && state.shape === 'asMatrix' && rows.length > 0;
  const showsChart = report.chart !== undefined && !showsMatrix && !isChartHidden && rows.length > 0;

  const switchChart = () => {
    browserStorage.forBrowser.set(CHART_HIDDEN_STORAGE_KEY, isChartHidden ? undefined : true);
    setIsChartHidden(!isChartHidden);
  };
  return (
    <section className="list-page report-page" aria-label={title} aria-busy={isPlaceholderData}>
      <header className="page-head">
        <h1>
          {title} <span className="page-count">{data ? formatNumber(rows.length, 0) : ''}</span>
        </h1>
        <div className="page-actions">
          {Matrix && (
            <ChoiceSwitch
              label={t('reportShape')}
              choices={REPORT_SHAPES}
              value={state.shape}
              onChange={(shape) => changeState({ shape })}
            />
          )}
          {report.chart && !showsMatrix && (
            <Button
              variant="minimal"
              icon={<GroupedBarChartIcon />}
              aria-pressed={!isChartHidden}
              text={t(isChartHidden ? 'showChart' : 'hideChart')}
              onClick={switchChart}
            />
          )}
          <ExportButton path={`${report.path}/export`} fields={state.params} title={title} />
          <ColumnPicker
            listName={buildReportListName(report.name)}
            columns={columns}
            arrangePermission={getArrangeColumnsPermission(null)}
          />
        </div>
      </header>
      <ReportFilters report={report} params={state.params} onChange={(params) => changeState({ params })} />
      {showsChart && (
        <Suspense fallback={<div className="report-chart chart-waiting" />}>
          <ReportChart report={report} rows={rows} params={state.params} />
        </Suspense>
      )}
      {showsMatrix ? (
        <Suspense fallback={<span className="skeleton matrix-waiting" aria-busy="true" />}>
          <Matrix rows={rows} />
        </Suspense>
      ) : (
        <DataTable
          name={`report.${report.name}`}
          label={title}
          columns={shownColumns}
          rows={hasFailed ? [] : columns.isLoading ? undefined : data && sortedRows}
          onWidth={columns.setWidth}
          onMove={columns.move}
          rowKey={(row) => buildRowKey(report.rowKey, row)}
          rowName={(row) => buildRowKey(report.rowKey, row)}
          sort={state.sort}
          onSort={(sort) => changeState({ sort })}
          {...(report.details || report.rowPage
            ? {
                rowHref: (row: ReportRow) => getHref(row)!,
                onOpen: (row: ReportRow) => void navigate(getHref(row)!),
              }
            : {})}
          {...(rows.length > 0 && Object.keys(totals).length > 0 ? { totals } : {})}
          emptyContent={
            <EmptyReport
              hasFailed={hasFailed}
              hasPeriod={report.period !== undefined}
              hasFilters={Object.keys(state.params).length > 0}
              onRetry={() => void refetch()}
              onClear={() => changeState({ params: {} })}
            />
          }
        />
      )}
    </section>
  );
}
