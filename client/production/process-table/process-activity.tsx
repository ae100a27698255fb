import type { ProcessWithWait } from '#shared/answers/progress-query.ts';
import { formatMoment, formatNumber } from '#client/kit/words/formats.ts';
import { RunningClock } from '../running-clock.tsx';
import { describeWaiting } from '../describe-waiting.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import './process-activity.css';

interface Props {
  process: ProcessWithWait;
}

/**
 * Shows who works at a process, what the process waits for, and its work group and device, as far as known.
 */
export function ProcessActivity({ process }: Props) {
  const t = useT();
  const zone = useTimeZone();
  const { open, waiting, partId, suspendReason, lastReportAt } = process;
  const location = [process.workGroupName, process.deviceName].filter(Boolean).join(' · ');
  return (
    <div className="process-activity">
      {open.map((report) => (
        <span key={report.reportId} className="activity-running">
          {[
            ...report.people.map((person) => person.name),
            report.deviceName,
            t('piecesCount', { quantity: formatNumber(report.started) }),
          ]
            .filter(Boolean)
            .join(' · ')}{' '}
          <RunningClock since={report.startedAt} />
        </span>
      ))}
      {waiting && (
        <span className={`activity-waiting waits-${waiting.for}`}>
          {describeWaiting(waiting, partId, t)}
          {waiting.for === 'resume' && suspendReason && ` · ${suspendReason}`}
        </span>
      )}
      <span className="activity-place">
        {[
          location,
          open.length === 0 && lastReportAt && `${t('lastReport')} ${formatMoment(lastReportAt, zone)}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </div>
  );
}
