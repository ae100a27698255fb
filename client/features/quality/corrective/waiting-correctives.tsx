import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { countDaysBetween } from '#shared/rules/days.ts';
import { toLocalDay } from '#shared/rules/wall-clock.ts';
import type { WaitingCorrective } from '#shared/quality/corrective.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { getCorrectivePath } from './corrective-paths.ts';
import { CompleteMeasureDialog } from './measure-dialog.tsx';
import '#client/kit/look/inbox.css';
import './corrective.css';

/** The day until which something is to be done, and how late it is. */
export function DueDay({ day, isOpen }: { day: string; isOpen: boolean }) {
  const t = useT();
  const zone = useTimeZone();
  const days = countDaysBetween(day, toLocalDay(zone));
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

/** Shows what waits for the user in corrective actions as cards; an own measure can be completed at once. */
export function WaitingCorrectives({ rows }: { rows: readonly WaitingCorrective[] }) {
  const t = useT();
  const [completed, setCompleted] = useState<WaitingMeasure | null>(null);
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
                onClick={() => setCompleted({ id: measureId, version: measureVersion!, what })}
              />
            )}
          </div>
        ),
      )}
      {completed && <CompleteMeasureDialog measure={completed} onClose={() => setCompleted(null)} />}
    </>
  );
}
