import { Button } from '@blueprintjs/core';
import { UndoIcon } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { entities } from '#shared/entities/index.ts';
import { buildCustomField, buildCustomColumnName } from '#shared/rules/columns.ts';
import { EntityExport } from '#client/crud/transfer/entity-export.tsx';
import { useCustomColumns } from '#client/crud/columns/use-custom-columns.ts';
import { getCustomValue } from '#client/crud/row.ts';
import { FieldValue } from '#client/kit/fields/field-value.tsx';
import { formatMoment, formatNumber, formatSpan, formatTime } from '#client/kit/words/formats.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { getDefaultAlignment } from '#shared/rules/columns.ts';
import { getDefaultWidth, type Column } from '#client/kit/tables/column.ts';
import { DataTable, ROW_HEIGHT } from '#client/kit/tables/data-table.tsx';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { mayReverseReport } from '../actions.ts';
import type { HistoryRow } from './history-rows.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import type { OpenActionDialog } from './process-action.ts';
import './report-history.css';

interface Props {
  rows: readonly HistoryRow[] | undefined;
  processes: readonly ProcessProgress[];
  more: (() => void) | null;
  onReport: OpenActionDialog;
}

/** The maximum number of reports that are visible without scrolling. */
const MAX_VISIBLE_ROWS = 14;
const RESULT_QUANTITIES = ['good', 'scrap', 'rework'] as const;

/**
 * Lists the closed reports of a part with people, times, devices, quantities and durations. Reversed
 * reports are crossed out.
 */
export function ReportHistory({ rows, processes, more, onReport }: Props) {
  const t = useT();
  const zone = useTimeZone();
  const user = useUser();
  const { customs } = useCustomColumns(entities.workReport);
  const processOf = (row: HistoryRow) => processes.find((one) => one.processId === row.processId);
  const struck = (row: HistoryRow, content: ReactNode) =>
    row.reversed ? <s className="reversed">{content}</s> : content;
  const quantity = (value: number) =>
    value === 0 ? <span className="nothing">0</span> : <span className="number">{formatNumber(value)}</span>;
  const nothing = <span className="nothing">—</span>;

  const noteOf = (row: HistoryRow) => {
    const { report, reversed } = row;
    if (reversed) {
      return (
        <span className="reversed-by">
          <UndoIcon /> {t('reversedByAt', { by: reversed.by, at: formatMoment(reversed.at, zone) })}
          {reversed.reason && ` · ${reversed.reason}`}
        </span>
      );
    }
    const extra = (['hold', 'excess'] as const)
      .filter((name) => report[name] > 0)
      .map((name) => `${t(name)} ${formatNumber(report[name])}`);
    return [report.labels.errorClassId, ...extra, report.remark].filter(Boolean).join(' · ') || nothing;
  };
  const peopleOf = (row: HistoryRow) =>
    row.people
      .map((one) =>
        [
          one.labels?.employeeId,
          row.people.length > 1 && one.ratio !== null ? `${formatNumber(one.ratio, 2)} %` : '',
        ]
          .filter(Boolean)
          .join(' '),
      )
      .join(', ');
  const reversal = (row: HistoryRow) => {
    const process = processOf(row);
    if (!process || row.reversed || !mayReverseReport(process, row.people, user)) return null;
    const what = t('lastReportOf', {
      what: t(row.report.kind),
      at: formatMoment(row.report.endedAt ?? row.report.startedAt, zone),
    });
    return (
      <Button
        size="small"
        variant="minimal"
        icon={<UndoIcon />}
        text={t('reverse')}
        aria-label={t('reverseWhat', { what: `${process.name} · ${what}` })}
        onClick={() => onReport({ act: 'reverse', process, reportId: row.id, what })}
      />
    );
  };
  const columns: Column<HistoryRow>[] = [
    {
      name: 'time',
      title: t('time'),
      width: 166,
      render: (row) =>
        struck(
          row,
          <span className="moment">
            {formatMoment(row.report.startedAt, zone)}
            {row.report.kind !== 'receive' &&
              row.report.endedAt &&
              `–${formatTime(row.report.endedAt, zone)}`}
          </span>,
        ),
    },
    {
      name: 'process',
      title: t('process'),
      width: 108,
      render: (row) => struck(row, processOf(row)?.name ?? row.report.labels.processId),
    },
    {
      name: 'kind',
      title: t('reportKind'),
      width: 112,
      render: (row) =>
        struck(
          row,
          row.report.phase === 'run' ? t(row.report.kind) : `${t(row.report.kind)} · ${t(row.report.phase)}`,
        ),
    },
    {
      name: 'people',
      title: t('people'),
      width: 110,
      render: (row) => struck(row, peopleOf(row) || nothing),
    },
    {
      name: 'device',
      title: t('device'),
      width: 110,
      render: (row) => struck(row, row.report.labels.deviceId ?? nothing),
    },
    {
      name: 'begun',
      title: t('begunQuantity'),
      width: 90,
      align: 'end',
      render: (row) => struck(row, quantity(row.begun)),
    },
    ...RESULT_QUANTITIES.map((name): Column<HistoryRow> => ({
      name,
      title: t(name),
      width: 84,
      align: 'end',
      render: (row) => struck(row, row.report.kind === 'receive' ? nothing : quantity(row.report[name])),
    })),
    {
      name: 'duration',
      title: t('duration'),
      width: 100,
      align: 'end',
      render: (row) =>
        struck(
          row,
          row.report.kind === 'receive' || row.report.endedAt === null ? (
            nothing
          ) : (
            <span className="number">{formatSpan(row.report.startedAt, row.report.endedAt)}</span>
          ),
        ),
    },
    ...customs.map((custom): Column<HistoryRow> => {
      const field = buildCustomField(custom);
      return {
        name: buildCustomColumnName(custom.id),
        title: custom.name,
        width: custom.width ?? getDefaultWidth(field),
        align: getDefaultAlignment(field),
        render: (row) =>
          struck(row, <FieldValue field={field} value={getCustomValue({ ...row.report }, custom.id)} />),
      };
    }),
    { name: 'note', title: t('remark'), width: 210, render: noteOf },
    { name: 'reverse', title: '', width: 100, render: reversal },
  ];
  const height = (Math.min(rows?.length ?? 4, MAX_VISIBLE_ROWS) + 1) * ROW_HEIGHT + 16;
  return (
    <section className="report-history" aria-label={t('reportHistory')}>
      <h2>{t('reportHistory')}</h2>
      {rows?.length === 0 ? (
        <p className="routing-empty">{t('noReportsYet')}</p>
      ) : (
        <div className="history-table" style={{ blockSize: height }}>
          <DataTable
            name="orderHistory"
            label={t('reportHistory')}
            columns={columns}
            rows={rows}
            rowKey={(row) => row.id}
            rowName={(row) => `${processOf(row)?.name ?? ''} ${formatMoment(row.report.startedAt, zone)}`}
            empty={null}
          />
        </div>
      )}
      <div className="history-actions">
        {more && <Button variant="minimal" text={t('showOlder')} onClick={more} />}
        {rows && rows.length > 0 && (
          <EntityExport
            name="workReport"
            filter={{ processId: processes.map(({ processId }) => processId) }}
            title={t('reportHistory')}
          />
        )}
      </div>
    </section>
  );
}
