import { Button } from '@blueprintjs/core';
import { formatNumber, formatTime, joinWords } from '#client/kit/words/formats.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { mayCloseReport } from '#client/production/reporting/process-actions.ts';
import type { OpenReport, ProcessProgress } from '#shared/ledger/process-progress.ts';
import type { ActionDialogOpener } from '../reporting/process-action.ts';
import { RunningClock } from '#client/production/running-clock.tsx';

interface Props {
  process: ProcessProgress;
  openReport: OpenReport;
  onReport: ActionDialogOpener;
}

/**
 * Shows a running report: the people, the device, the duration, the quantity, and the buttons that
 * end the report.
 */
export function OpenReportLine({ process, openReport, onReport }: Props) {
  const t = useT();
  const zone = useTimeZone();
  const user = useUser();
  const finishTerm = openReport.isRework ? 'finishRework' : 'finish';
  const peopleText = joinWords(openReport.people.map((person) => person.name));
  return (
    <div className="open-report">
      <div className="open-report-who">
        <span>{peopleText}</span>
        <RunningClock since={openReport.startedAt} />
      </div>
      <div className="open-report-where">
        <span>
          {[openReport.deviceName, t('piecesCount', { quantity: formatNumber(openReport.started) })]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <span>{t('sinceTime', { time: formatTime(openReport.startedAt, zone) })}</span>
      </div>
      <div className="card-buttons">
        {mayCloseReport(process, openReport, 'finish', user) && (
          <Button
            intent="primary"
            text={t(finishTerm)}
            aria-label={t('actOf', { what: t(finishTerm), name: `${process.name} · ${peopleText}` })}
            onClick={() => onReport({ act: 'finish', process, openReport })}
          />
        )}
        {mayCloseReport(process, openReport, 'unfinished', user) && (
          <Button
            text={t('stopUnfinished')}
            aria-label={t('actOf', { what: t('stopUnfinished'), name: `${process.name} · ${peopleText}` })}
            onClick={() => onReport({ act: 'unfinished', process, openReport })}
          />
        )}
      </div>
    </div>
  );
}
