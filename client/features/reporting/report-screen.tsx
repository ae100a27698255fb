import { Button } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TaskReport, TaskWork, WaitingExtra } from '#shared/answers/terminal.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { formatClockDifference, formatMoment, joinWords } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { ExtraProcessDialog } from '#client/production/extra-processes/extra-process-dialog.tsx';
import { mayReverseReportOf } from '#client/production/reporting/process-actions.ts';
import { ReasonDialog } from '#client/production/reporting/reason-dialog.tsx';
import { RunningClock } from '#client/production/running-clock.tsx';
import { DeskWork } from './desk-work.tsx';
import { WarehouseWaiting } from './warehouse-waiting.tsx';
import { FinishTaskDialog } from './finish-task-dialog.tsx';
import { UnfinishedExtras } from './unfinished-extras.tsx';
import { TaskDialog } from './task-dialog.tsx';
import '#client/crud/page-head.css';
import '#client/production/reporting/report-form.css';
import './report-screen.css';

const REPORT_PERMISSIONS = ['TASK_REPORT', 'TASK_REPORT_TEAM'] as const;

type OpenDialog =
  | { act: 'start' | 'record' }
  | { act: 'extra'; extra: WaitingExtra | null }
  | { act: 'finish' | 'reverse'; report: TaskReport }
  | null;

/** Lists the work of a person, a work group or everybody, with the unplanned work, and lets the user report it. */
export function ReportScreen() {
  const t = useT();
  const user = useUser();
  const zone = useTimeZone();
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const { data } = useQuery({
    queryKey: queryKeys.entity('workReport', 'task', {}),
    queryFn: ({ signal }) => call<TaskWork>('/mes/report/task/list', {}, { signal }),
    meta: { watches: ['workReport', 'extraProcess', 'task', 'employee'] },
  });
  const mayReport = hasPermission(user, REPORT_PERMISSIONS);
  const isOwnReport = ({ people }: TaskReport) =>
    mayReport && people.some(({ employeeId }) => employeeId === user.employeeId);
  const mayFinish = (report: TaskReport) =>
    report.endedAt === null && (isOwnReport(report) || hasPermission(user, 'TASK_REPORT_TEAM'));
  const closeDialog = () => setDialog(null);
  const tasks = data?.tasks ?? [];
  const peopleOf = (report: TaskReport) => joinWords(report.people.map(({ name }) => name));
  return (
    <section className="desk-reports" aria-label={t('deskReporting')}>
      <header className="page-head">
        <h1>{t('deskReporting')}</h1>
        {mayReport && (
          <div className="page-actions">
            {hasPermission(user, 'TASK_REPORT_EXTRA') && (
              <Button text={t('addExtraProcess')} onClick={() => setDialog({ act: 'extra', extra: null })} />
            )}
            <Button
              text={t('recordUnplanned')}
              disabled={!data}
              onClick={() => setDialog({ act: 'record' })}
            />
            <Button
              intent="primary"
              text={t('startUnplanned')}
              disabled={!data}
              onClick={() => setDialog({ act: 'start' })}
            />
          </div>
        )}
      </header>
      <DeskWork />
      <WarehouseWaiting />
      <UnfinishedExtras
        extras={data?.waitingExtras ?? []}
        onContinue={mayReport ? (extra) => setDialog({ act: 'extra', extra }) : null}
      />
      <h2 id="unplanned-work">{t('unplannedWork')}</h2>
      {data?.reports.length === 0 ? (
        <p className="desk-empty">{t('noTaskReports')}</p>
      ) : (
        <table className="plain-table stacked-table" aria-labelledby="unplanned-work">
          <TableHead
            heads={[
              t('task'),
              t('people'),
              t('startedAt'),
              t('endedAt'),
              { words: t('duration'), className: 'figure' },
              t('remark'),
              { words: t('actions'), hidden: true },
            ]}
          />
          <tbody>
            {data?.reports.map((report) => (
              <tr key={report.reportId}>
                <th scope="row">
                  {report.taskName}
                  {report.reason !== null && <small className="desk-reason">{report.reason}</small>}
                </th>
                <td>{peopleOf(report)}</td>
                <td data-label={t('startedAt')}>{formatMoment(report.startedAt, zone)}</td>
                <td data-label={t('endedAt')}>
                  {report.endedAt === null ? t('taskGoesOn') : formatMoment(report.endedAt, zone)}
                </td>
                <td className="figure" data-label={t('duration')}>
                  {report.endedAt === null ? (
                    <RunningClock since={report.startedAt} />
                  ) : (
                    formatClockDifference(report.startedAt, report.endedAt)
                  )}
                </td>
                <td>{report.remark}</td>
                <td>
                  <div className="desk-row-actions">
                    {mayFinish(report) && (
                      <Button
                        size="small"
                        text={t('finishTask', { name: report.taskName })}
                        onClick={() => setDialog({ act: 'finish', report })}
                      />
                    )}
                    {mayReverseReportOf(report.people, user) && (
                      <Button
                        size="small"
                        variant="minimal"
                        text={t('reverse')}
                        aria-label={t('actOf', {
                          what: t('reverse'),
                          name: `${report.taskName} · ${peopleOf(report)}`,
                        })}
                        onClick={() => setDialog({ act: 'reverse', report })}
                      />
                    )}
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {(dialog?.act === 'start' || dialog?.act === 'record') && (
        <TaskDialog act={dialog.act} tasks={tasks} onClose={closeDialog} />
      )}
      {dialog?.act === 'extra' && (
        <ExtraProcessDialog part={null} extra={dialog.extra} onClose={closeDialog} />
      )}
      {dialog?.act === 'finish' && <FinishTaskDialog report={dialog.report} onClose={closeDialog} />}
      {dialog?.act === 'reverse' && (
        <ReasonDialog
          verb="reverse"
          description={
            <>
              <strong>{dialog.report.taskName}</strong> · {peopleOf(dialog.report)} ·{' '}
              {formatMoment(dialog.report.startedAt, zone)}
            </>
          }
          path="/mes/report/reverse"
          fields={{ reportId: dialog.report.reportId }}
          successTerm="reversedNow"
          onClose={closeDialog}
        />
      )}
    </section>
  );
}
