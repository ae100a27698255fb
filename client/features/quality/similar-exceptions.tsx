import { Link } from 'react-router-dom';
import type { SimilarException } from '#shared/quality/answers.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { formatMoment, joinWords } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { getExceptionPath } from './quality-paths.ts';

/** Lists similar exceptions with their causes, and shows what they have in common. */
export function SimilarExceptions({ similar }: { similar: readonly SimilarException[] }) {
  const t = useT();
  const zone = useTimeZone();
  return (
    <section className="card quality-section" aria-labelledby="quality-similar">
      <h2 id="quality-similar">{t('similarExceptions')}</h2>
      {similar.length === 0 && <p className="quality-muted">{t('noSimilarExceptions')}</p>}
      <ul className="quality-similar">
        {similar.map((exception) => {
          const commonTerms = [
            ...(exception.isSameErrorClass ? [t('errorClass')] : []),
            ...(exception.isSameCraft ? [t('craft')] : []),
            ...(exception.isSamePart ? [t('partCode')] : []),
          ];
          return (
            <li key={exception.id}>
              <p>
                <Link to={getExceptionPath(exception.id)}>{exception.code}</Link>{' '}
                {exception.errorClass ?? t('defectUnknown')} · {exception.partCode} · {exception.processName}{' '}
                · {t('heldPieces', { quantity: exception.quantity })}
              </p>
              <p className="quality-muted">
                <StateMark state={exception.state} /> {formatMoment(exception.raisedAt, zone)} ·{' '}
                {t('sameInBoth', { what: joinWords(commonTerms) })}
              </p>
              {exception.rootCause && (
                <p>
                  <strong>{t('rootCause')}</strong> {exception.rootCause}
                </p>
              )}
              {exception.preventiveAction && (
                <p>
                  <strong>{t('preventiveAction')}</strong> {exception.preventiveAction}
                </p>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
