import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { countDaysBetween } from '#shared/rules/days.ts';
import { toLocalDay } from '#shared/rules/wall-clock.ts';
import type { WaitingCorrective } from '#shared/quality/corrective.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { getServerTime } from '#client/kit/live/live.ts';
import { getCorrectivePath } from './corrective-paths.ts';
import { CompleteMeasureDialog } from './measure-dialog.tsx';
import '#client/kit/look/inbox.css';
import './corrective.css';

/** Shows a due day and, if `isOpen` is true, by how many days it has passed. */
export function DueDay({ day, isOpen }: { day: string; isOpen: boolean }) {
  const t = useT();
  const zone = useTimeZone();
  const days = countDaysBetween(day, toLocalDay(zone, getServerTime()));
  return (
    <span className="corrective-due">
      {day}
      {isOpen && days > 0 && <strong className="corrective-late"> {t('daysLate', { days })}</strong>}
    </span>
  );
}

interface WaitingMeasure {
  id: number;
  version: number;
  what: string;
}

/**
 * Shows a card for each measure or corrective action that waits for the user. The user can complete a measure directly
 * on its card.
 */
export function WaitingCorrectives({ rows }: { rows: readonly WaitingCorrective[] }) {
  const t = useT();
  const [measureToComplete, setMeasureToComplete] = useState<WaitingMeasure | null>(null);
  return (
    <>
      {rows.map(
        ({ correctiveId, code, state, waitsFor, measureId, measureVersion, what, errorClass, dueOn }) => (
          <div key={`${correctiveId} ${measureId}`} className="inbox-card">
            <span className="inbox-what">
              <strong>{what}</strong>
              <span>
                <Link to={getCorrectivePath(correctiveId)}>{code}</Link> · {errorClass}
              </span>
              <span>
                <StateMark state={state} />
                {dueOn && ' · '}
                {dueOn && <DueDay day={dueOn} isOpen />}
              </span>
            </span>
            {measureId === null ? (
              <Link className="bp6-button bp6-intent-primary" to={getCorrectivePath(correctiveId)}>
                {t(waitsFor)}
              </Link>
            ) : (
              <Button
                intent="primary"
                text={t(waitsFor)}
                onClick={() => setMeasureToComplete({ id: measureId, version: measureVersion!, what })}
              />
            )}
          </div>
        ),
      )}
      {measureToComplete && (
        <CompleteMeasureDialog measure={measureToComplete} onClose={() => setMeasureToComplete(null)} />
      )}
    </>
  );
}
