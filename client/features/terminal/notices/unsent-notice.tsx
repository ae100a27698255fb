import { useState } from 'react';
import { getServerTime } from '#client/kit/live/live.ts';
import { useServerTime } from '#client/kit/live/use-server-time.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { formatMoment } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { useIdentifiedPeople } from '../people/identified-people.ts';
import { keptReports } from '../offline/kept-reports.ts';
import type { QueuedReport } from '../offline/queued-report.ts';
import { useOldestShownMs } from '../offline/seen-answers.ts';
import { useIsOutboxStuck } from '../outbox.ts';
import './notices.css';

const MINUTE_MS = 60_000;

/** Shows the age of the data while the server cannot be reached. */
function DataAgeNotice() {
  const t = useT();
  const zone = useTimeZone();
  const oldestAnswerMs = useOldestShownMs();
  useServerTime(MINUTE_MS / 2);
  if (oldestAnswerMs === null) return null;
  const minutes = Math.max(0, Math.floor((getServerTime() - oldestAnswerMs) / MINUTE_MS));
  return (
    <p className="floor-stuck floor-seen" role="status">
      {t('seenBefore', { at: formatMoment(new Date(oldestAnswerMs).toISOString(), zone), minutes })}
    </p>
  );
}

interface UnsentListProps {
  reports: readonly QueuedReport[];
  /** The ids of the reports that the device could not store. */
  unkeptIds: readonly string[];
}

function UnsentList({ reports, unkeptIds }: UnsentListProps) {
  const t = useT();
  const zone = useTimeZone();
  return (
    <ul className="floor-unsent" aria-label={t('unsentList')}>
      {reports.map((report) => (
        <li key={report.id}>
          {unkeptIds.includes(report.id) && <em className="floor-unkept">{`✕ ${t('notKept')}`}</em>}
          <strong>{report.pressed}</strong>
          <span>{report.place}</span>
          <span>{[report.name, formatMoment(report.at, zone)].filter(Boolean).join(' · ')}</span>
        </li>
      ))}
    </ul>
  );
}

/**
 * Shows which reports wait on this device: reports that the server could not process yet, reports of people who must
 * identify themselves again, and reports that the device could not store.
 */
export function UnsentReportsNotice() {
  const t = useT();
  const user = useUser();
  const people = useIdentifiedPeople();
  const { queued, unkeptIds, unwrittenIds } = keptReports.useValue();
  const isStuck = useIsOutboxStuck();
  const [isListShown, setListShown] = useState(false);
  const isAtThisTerminal = (employeeId: number) =>
    user.employeeId === employeeId || people.some((person) => person.employeeId === employeeId);
  const listedReports = queued.filter(({ id }) => !unwrittenIds.includes(id));
  const writtenReports = listedReports.filter(({ id }) => !unkeptIds.includes(id));
  const reportsOfAbsentPeople = writtenReports.filter((report) => !isAtThisTerminal(report.employeeId));
  const names = [...new Set(reportsOfAbsentPeople.map((report) => report.name))].filter(Boolean).join(', ');
  const presentPeopleReportCount = writtenReports.length - reportsOfAbsentPeople.length;
  const unkeptCount = listedReports.length - writtenReports.length;
  const isSomethingShown =
    unkeptCount > 0 || (isStuck && presentPeopleReportCount > 0) || reportsOfAbsentPeople.length > 0;
  return (
    <>
      <DataAgeNotice />
      {unkeptCount > 0 && (
        <p className="floor-stuck" role="alert">
          {t('notKeptHere', { count: unkeptCount })}
        </p>
      )}
      {isStuck && presentPeopleReportCount > 0 && (
        <p className="floor-stuck" role="alert">
          {t('waitingToSend', { count: presentPeopleReportCount })}
        </p>
      )}
      {reportsOfAbsentPeople.length > 0 && (
        <p className="floor-stuck" role="alert">
          {t('waitingForPerson', { count: reportsOfAbsentPeople.length, names })}
        </p>
      )}
      {isSomethingShown && (
        <div className="floor-unsent-box">
          <button
            type="button"
            className="floor-button"
            aria-expanded={isListShown}
            onClick={() => setListShown(!isListShown)}
          >
            {t(isListShown ? 'hideUnsent' : 'showUnsent')} · {t('unsentList')}
          </button>
          {isListShown && <UnsentList reports={listedReports} unkeptIds={unkeptIds} />}
        </div>
      )}
    </>
  );
}
