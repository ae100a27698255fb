import type { ListedProcess } from '#shared/planning/process-list.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { describeWaiting } from '#client/production/describe-waiting.ts';
import { RunningClock } from '#client/production/running-clock.tsx';

/** Shows in one line who works at a process and for how long, or what the process waits for. */
export function ActivityLine({ process }: { process: ListedProcess }) {
  const t = useT();
  const { open, waiting, partId, suspendReason } = process;
  const [report, ...otherReports] = open;
  if (report) {
    const activityText = [
      ...report.people.map(({ name }) => name),
      report.deviceName,
      t('piecesCount', { quantity: formatNumber(report.started) }),
      otherReports.length > 0 ? t('andMore', { count: otherReports.length }) : null,
    ]
      .filter(Boolean)
      .join(' · ');
    return (
      <span className="activity-line" title={activityText}>
        <RunningClock since={report.startedAt} /> <strong>{activityText}</strong>
      </span>
    );
  }
  if (!waiting) return <span className="figure-none">—</span>;
  const reason = waiting.for === 'resume' && suspendReason ? ` · ${suspendReason}` : '';
  const waitText = describeWaiting(waiting, partId, t) + reason;
  return (
    <span className={`activity-waiting waits-${waiting.for}`} title={waitText}>
      {waitText}
    </span>
  );
}
