import { MIN_REPORT_SECONDS } from '#shared/rules/report-limits.ts';
import { reportFormFields } from '#shared/entities/report-form-fields.ts';
import type { TaskReport } from '#shared/answers/terminal.ts';
import { useState } from 'react';
import { useArrangedFormFields } from '#client/kit/forms/use-arranged-form.ts';
import { getServerTime } from '#client/kit/live/live.ts';
import { useServerTime } from '#client/kit/live/use-server-time.ts';
import { useT } from '#client/kit/words/t.ts';
import { RunningClock } from '#client/production/running-clock.tsx';
import type { IdentifiedPerson } from '../people/identified-people.ts';
import { useIsProcessBusy, useReportCommand } from '../use-report-command.ts';
import { useTaskWork } from './use-task-work.ts';
import './tasks.css';

interface Props {
  worker: IdentifiedPerson;
}

function OpenTask({ report, worker }: Props & { report: TaskReport }) {
  const t = useT();
  useServerTime(1000);
  const { reportId, taskName, startedAt, reason } = report;
  const sendReport = useReportCommand({ processId: reportId, partId: reportId }, taskName, worker);
  const isBusy = useIsProcessBusy(reportId);
  const { arrangedFields } = useArrangedFormFields('workReport', reportFormFields);
  const needsRemark = arrangedFields?.some(({ name, required }) => name === 'remark' && required) ?? false;
  const [remark, setRemark] = useState('');
  const isTooShort = getServerTime() - Date.parse(startedAt) < MIN_REPORT_SECONDS * 1000;
  const isBlocked = isBusy || isTooShort || (needsRemark && remark.trim() === '');
  const endWork = (verb: 'finish' | 'unfinished', pressed: string) =>
    void sendReport({
      path: `/mes/report/task/${verb}`,
      fields: { reportId, ...(needsRemark ? { remark } : {}) },
      messageTerm: 'taskFinished',
      quantity: 0,
      pressed,
      undo: 'end',
    });
  const text = t('finishTask', { name: taskName });
  return (
    <section className="open-task" aria-label={t('unplannedWork')}>
      <span className="open-task-name">
        <small>{t('unplannedWork')}</small>
        <strong>{taskName}</strong>
        {reason !== null && <small>{reason}</small>}
      </span>
      <RunningClock since={startedAt} />
      {needsRemark && (
        <label className="floor-remark">
          {t('remark')} *
          <input value={remark} maxLength={500} onChange={(event) => setRemark(event.target.value)} />
        </label>
      )}
      {isTooShort && <small>{t('tooShortYet')}</small>}
      {reason !== null && (
        <button
          type="button"
          className="floor-button"
          disabled={isBlocked}
          onClick={() => endWork('unfinished', t('unfinished'))}
        >
          {t('unfinished')}
        </button>
      )}
      <button
        type="button"
        className="floor-button floor-primary"
        disabled={isBlocked}
        onClick={() => endWork('finish', text)}
      >
        {isBusy ? t('sending') : text}
      </button>
    </section>
  );
}

/** Shows the unplanned work that the worker is doing now, with a button that ends it. */
export function OpenTaskBar({ worker }: Props) {
  const { ownOpenReports } = useTaskWork(worker);
  return ownOpenReports.map((report) => <OpenTask key={report.reportId} report={report} worker={worker} />);
}
