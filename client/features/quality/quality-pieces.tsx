import { Link } from 'react-router-dom';
import type { QualityDetail } from '#shared/quality/answers.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { LEDGER_BUCKETS } from '#shared/ledger/process-state.ts';
import { HANDLING_WAYS } from '#shared/ledger/quality.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { formatMoment, formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';

interface Props {
  exception: QualityDetail;
}

const WAY_TERMS = {
  rework: 'handledByRework',
  concession: 'handledByConcession',
  scrap: 'handledByScrap',
} as const;

/**
 * Shows what was decided about the pieces of an exception, how they moved, and the current quantities of
 * their process.
 */
export function QualityPieces({ exception }: Props) {
  const t = useT();
  const user = useUser();
  const zone = useTimeZone();
  const place = `${exception.seq} ${exception.processName}`;
  return (
    <section className="card quality-section" aria-labelledby="quality-pieces">
      <h2 id="quality-pieces">{t('whereArePieces')}</h2>
      <dl className="quality-figures">
        <div>
          <dt>{t('heldQuantity')}</dt>
          <dd>{formatNumber(exception.quantity)}</dd>
        </div>
        {exception.round > 0 &&
          HANDLING_WAYS.map((way) => (
            <div key={way} className={exception[way] === 0 ? 'quality-muted' : ''}>
              <dt>{t(WAY_TERMS[way])}</dt>
              <dd>{formatNumber(exception[way])}</dd>
            </div>
          ))}
      </dl>
      <ol className="quality-moves">
        {exception.movements.map(({ from, to, quantity, at }, index) => (
          <li key={index}>
            <strong>{formatNumber(quantity)}</strong> {t(from)} → {t(to)}
            <time>{formatMoment(at, zone)}</time>
          </li>
        ))}
      </ol>
      <h3>
        {hasPermission(user, 'WORK_ORDER') ? (
          <Link to={`/order/${exception.orderId}#process-${exception.processId}`}>
            {t('processNow', { name: place })}
          </Link>
        ) : (
          t('processNow', { name: place })
        )}
      </h3>
      <dl className="quality-ledger">
        {LEDGER_BUCKETS.filter((bucket) => exception.ledger[bucket] !== 0).map((bucket) => (
          <div key={bucket} className={bucket === 'hold' ? 'quality-on-hold' : ''}>
            <dt>{t(bucket)}</dt>
            <dd>{formatNumber(exception.ledger[bucket])}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
