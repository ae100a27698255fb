import { useEffect, useRef } from 'react';
import { formatMoment } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import type { RefusedReport } from '../offline/queued-report.ts';
import { refusedReports, useRefusedReports } from './refused-reports.ts';
import type { IdentifiedPerson } from '../people/identified-people.ts';
import './notices.css';

interface Props {
  worker: IdentifiedPerson;
}

function UnreadRefusals({ worker, refusals }: Props & { refusals: readonly RefusedReport[] }) {
  const t = useT();
  const zone = useTimeZone();
  const notice = useRef<HTMLDivElement>(null);
  // The notice gets the focus, not its button. Otherwise a key that is still pressed could close the notice.
  useEffect(() => notice.current?.focus(), []);
  return (
    <div className="floor-notice-back">
      <div
        ref={notice}
        className="floor-notice"
        role="alertdialog"
        aria-modal="true"
        aria-labelledby="refused-title"
        tabIndex={-1}
      >
        <h2 id="refused-title">
          <span aria-hidden="true">{'✕'}</span> {t('notBooked')}
        </h2>
        <ul>
          {refusals.map((refusal) => (
            <li key={refusal.id}>
              <strong>{refusal.pressed}</strong>
              <span className="floor-notice-place">
                {refusal.place} · {formatMoment(refusal.at, zone)}
              </span>
              <p>{refusal.reason}</p>
            </li>
          ))}
        </ul>
        <p className="floor-notice-hint">{t('whatToDoRefused')}</p>
        <button
          type="button"
          className="floor-button floor-primary"
          onClick={() => void refusedReports.markAsRead(worker.employeeId)}
        >
          {t('haveRead')}
        </button>
      </div>
    </div>
  );
}

/**
 * Shows the current worker which of their reports the server refused, until the worker confirms the
 * notice.
 */
export function RefusalNotice({ worker }: Props) {
  const refusals = useRefusedReports().filter((refusal) => refusal.employeeId === worker.employeeId);
  return refusals.length === 0 ? null : <UnreadRefusals worker={worker} refusals={refusals} />;
}
