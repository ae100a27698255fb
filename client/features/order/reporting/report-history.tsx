import { Button } from '@blueprintjs/core';
import { UndoIcon } from '@blueprintjs/icons';
import { useState, type ReactNode } from 'react';
import { entities } from '#shared/entities/index.ts';
import type { ExtraProcessWork } from '#shared/answers/extra-process.ts';
import { REPORT_QUANTITIES } from '#shared/rules/list-layouts.ts';
import type { CellRenderers } from '#client/crud/columns/entity-columns.tsx';
import { useArrangedTableColumns } from '#client/crud/columns/use-arranged-table.ts';
import { ListTools } from '#client/crud/list/list-tools.tsx';
import type { AnyRow } from '#client/crud/row.ts';
import {
  formatMoment,
  formatNumber,
  formatClockDifference,
  formatTime,
  toLocalDay,
} from '#client/kit/words/formats.ts';
import { useUser } from '#client/kit/wire/session.ts';
import type { Column } from '#client/kit/tables/column.ts';
import { DataTable, TABLE_ROW_HEIGHT_PX } from '#client/kit/tables/data-table.tsx';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { mayReverseReport, mayReverseReportOf } from '#client/production/reporting/process-actions.ts';
import { ReasonDialog } from '#client/production/reporting/reason-dialog.tsx';
import { KeptBarcodes, KeptMaterials, KeptParameters } from './kept-entries.tsx';
import { buildHistoryFilter } from './use-report-history.ts';
import type { ReportHistoryRow } from './history-rows.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import type { ActionDialogOpener } from './process-action.ts';
import './report-history.css';

interface Props {
  rows: readonly ReportHistoryRow[] | undefined;
  processes: readonly ProcessProgress[];
  extras: readonly ExtraProcessWork[];
  onShowOlder: (() => void) | null;
  onReport: ActionDialogOpener;
}

/** The maximum number of reports that are visible without scrolling. */
const MAX_VISIBLE_ROWS = 14;

/**
 * Lists the closed reports of a part in the columns that the user has arranged. Reversed reports are
 * crossed out.
 */
export function ReportHistory({ rows, processes, extras, onShowOlder, onReport }: Props) {
  const t = useT();
  const zone = useTimeZone();
  const user = useUser();
  const [reversedExtra, setReversedExtra] = useState<{ reportId: number; description: string } | null>(null);
  const arrangedColumns = useArrangedTableColumns(entities.workReport);
  const processOf = (row: ReportHistoryRow) =>
    processes.find((process) => process.processId === row.processId);
  const findExtraProcess = ({ report }: ReportHistoryRow) =>
    extras.find(({ taskId }) => taskId === report.taskId);
  const renderProcessName = (row: ReportHistoryRow) => {
    const extra = findExtraProcess(row);
    return extra ? (
      <span title={extra.reason}>
        {extra.craftName} <small className="extra-reason">{extra.reason}</small>
      </span>
    ) : (
      (processOf(row)?.name ?? row.report.labels.processId)
    );
  };
  const strikeIfReversed = (row: ReportHistoryRow, content: ReactNode) =>
    row.reversal ? <s className="reversed">{content}</s> : content;
  const renderQuantity = (value: number) =>
    value === 0 ? <span className="nothing">0</span> : <span className="number">{formatNumber(value)}</span>;
  const emptyCell = <span className="nothing">—</span>;

  const renderReversal = ({ reversal }: ReportHistoryRow) =>
    reversal ? (
      <span className="reversed-by">
        <UndoIcon />{' '}
        {[reversal.by, formatMoment(reversal.at, zone), reversal.reason].filter(Boolean).join(' · ')}
      </span>
    ) : (
      emptyCell
    );
  const renderParameters = ({ report }: ReportHistoryRow) => (
    <KeptParameters parameters={report.parameters} />
  );
  const renderBarcodes = ({ report }: ReportHistoryRow) => <KeptBarcodes barcodes={report.barcodes} />;
  const renderMaterials = ({ report }: ReportHistoryRow) => <KeptMaterials materials={report.materials} />;
  const peopleOf = (row: ReportHistoryRow) =>
    row.people
      .map((person) =>
        [
          person.labels?.employeeId,
          row.people.length > 1 && person.ratio !== null ? `${formatNumber(person.ratio, 2)} %` : '',
        ]
          .filter(Boolean)
          .join(' '),
      )
      .join(', ');
  const renderReverseButton = (row: ReportHistoryRow) => {
    const process = processOf(row);
    const extra = findExtraProcess(row);
    const mayReverse = process
      ? mayReverseReport(process, row.people, user)
      : extra && mayReverseReportOf(row.people, user);
    if (row.reversal || !mayReverse) return null;
    const reportText = t('lastReportOf', {
      what: t(row.report.kind),
      at: formatMoment(row.report.endedAt ?? row.report.startedAt, zone),
    });
    const { batchId } = row.report;
    const description = `${process?.name ?? extra?.craftName} · ${reportText}`;
    return (
      <>
        <Button
          size="small"
          variant="minimal"
          icon={<UndoIcon />}
          text={t('reverse')}
          aria-label={t('actOf', { what: t('reverse'), name: description })}
          onClick={() =>
            process
              ? onReport({ act: 'reverse', process, reportId: row.id, what: reportText })
              : setReversedExtra({ reportId: row.id, description })
          }
        />
        {process && batchId !== null && (
          <Button
            size="small"
            variant="minimal"
            text={t('reverseBatch')}
            aria-label={t('actOf', { what: t('reverseBatch'), name: description })}
            onClick={() => onReport({ act: 'reverseBatch', process, batchId })}
          />
        )}
      </>
    );
  };
  const reportedWork = {
    processIds: processes.map(({ processId }) => processId),
    taskIds: extras.map(({ taskId }) => taskId),
  };
  const reports = rows?.map(({ report }) => report as unknown as AnyRow);
  const rowsById = new Map(rows?.map((row) => [row.id, row]));
  const getHistoryRow = (report: AnyRow) => rowsById.get(report.id)!;
  const getEndOfReport = (report: AnyRow) => {
    const { kind, startedAt, endedAt } = getHistoryRow(report).report;
    if (kind === 'receive' || endedAt === null) return emptyCell;
    const isSameDay = toLocalDay(zone, startedAt) === toLocalDay(zone, endedAt);
    return <span className="moment">{(isSameDay ? formatTime : formatMoment)(endedAt, zone)}</span>;
  };
  const durationOf = (report: AnyRow) => {
    const { kind, startedAt, endedAt } = getHistoryRow(report).report;
    if (kind === 'receive' || endedAt === null) return emptyCell;
    return <span className="number">{formatClockDifference(startedAt, endedAt)}</span>;
  };
  const cellRenderers: CellRenderers = {
    kind: (report) => {
      const { kind, isRework, batchId } = getHistoryRow(report).report;
      const verb = isRework ? `${t('rework')} · ${t(kind)}` : t(kind);
      return batchId === null ? verb : t('kindInBatch', { kind: verb });
    },
    endedAt: getEndOfReport,
    seconds: durationOf,
    processId: (report) => renderProcessName(getHistoryRow(report)),
    people: (report) => peopleOf(getHistoryRow(report)) || emptyCell,
    reversedAt: (report) => renderReversal(getHistoryRow(report)),
    parameters: (report) => renderParameters(getHistoryRow(report)),
    barcodes: (report) => renderBarcodes(getHistoryRow(report)),
    materials: (report) => renderMaterials(getHistoryRow(report)),
    ...Object.fromEntries(
      REPORT_QUANTITIES.map((name) => [name, (report: AnyRow) => renderQuantity(Number(report[name]))]),
    ),
  };
  const columns: Column<AnyRow>[] = [
    ...arrangedColumns.toColumns(reports ?? [], cellRenderers, []).map((column) =>
      column.name === 'reversedAt'
        ? column
        : {
            ...column,
            render: (report: AnyRow) => strikeIfReversed(getHistoryRow(report), column.render(report)),
          },
    ),
    {
      name: 'reverse',
      title: '',
      // The button stays in sight, however many columns the table has.
      isPinnedToEnd: true,
      width: rows?.some(({ report }) => report.batchId !== null) ? 230 : 124,
      render: (report) => renderReverseButton(getHistoryRow(report)),
    },
  ];
  const heightPx = (Math.min(rows?.length ?? 4, MAX_VISIBLE_ROWS) + 1) * TABLE_ROW_HEIGHT_PX + 16;
  return (
    <section className="report-history" aria-label={t('reportHistory')}>
      <header>
        <h2>{t('reportHistory')}</h2>
        {rows && rows.length > 0 && (
          <ListTools
            name="workReport"
            arrangedColumns={arrangedColumns}
            filter={{ ...buildHistoryFilter(reportedWork), reversesId: null }}
            title={t('reportHistory')}
          />
        )}
      </header>
      {rows?.length === 0 ? (
        <p className="routing-empty">{t('noReportsYet')}</p>
      ) : (
        <div className="history-table" style={{ blockSize: heightPx }}>
          <DataTable
            name="orderHistory"
            label={t('reportHistory')}
            columns={columns}
            rows={arrangedColumns.isLoading ? undefined : reports}
            rowKey={(report) => report.id}
            rowName={(report) =>
              `${processOf(getHistoryRow(report))?.name ?? ''} ${formatMoment(getHistoryRow(report).report.startedAt, zone)}`
            }
            onWidth={arrangedColumns.setWidth}
            onMove={arrangedColumns.move}
            emptyContent={null}
          />
        </div>
      )}
      {reversedExtra && (
        <ReasonDialog
          verb="reverse"
          description={reversedExtra.description}
          path="/mes/report/reverse"
          fields={{ reportId: reversedExtra.reportId }}
          successTerm="reversedNow"
          onClose={() => setReversedExtra(null)}
        />
      )}
      {onShowOlder && <Button variant="minimal" text={t('showOlder')} onClick={onShowOlder} />}
    </section>
  );
}
