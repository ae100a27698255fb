import { Link } from 'react-router-dom';
import type { CorrectiveDetail } from '#shared/quality/corrective.ts';
import { formatMoment } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { getExceptionPath } from '../quality-paths.ts';

/** Lists the events of a corrective action, the latest first: checks, verdicts, and exceptions that opened it again. */
export function CorrectiveStory({
  corrective: { events, raisedAt, raisedBy },
}: {
  corrective: CorrectiveDetail;
}) {
  const t = useT();
  const zone = useTimeZone();
  return (
    <section className="card quality-section" aria-labelledby="corrective-story">
      <h2 id="corrective-story">{t('storyOfCorrective')}</h2>
      <ol className="quality-events">
        {events.toReversed().map(({ id, kind, exceptionId, exceptionCode, reason, by, at }) => (
          <li key={id}>
            <time>{formatMoment(at, zone)}</time>
            <span>
              <strong>{t(kind)}</strong>{' '}
              {exceptionId !== null && <Link to={getExceptionPath(exceptionId)}>{exceptionCode}</Link>} {by}
              {reason && <q>{reason}</q>}
            </span>
          </li>
        ))}
        <li>
          <time>{formatMoment(raisedAt, zone)}</time>
          <span>
            <strong>{t('startCorrective')}</strong> {raisedBy}
          </span>
        </li>
      </ol>
    </section>
  );
}
