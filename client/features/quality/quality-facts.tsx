import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { QualityDetail } from '#shared/quality/answers.ts';
import { useFileUrl } from '#client/kit/wire/use-file-url.ts';
import { formatMoment, formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { getExceptionPath } from './quality-paths.ts';

interface Props {
  exception: QualityDetail;
}

function FactPicture({ id }: { id: number }) {
  const t = useT();
  const url = useFileUrl(id);
  if (!url) return <span className="skeleton quality-picture" />;
  return (
    <a className="quality-picture" href={url} target="_blank" rel="noreferrer">
      <img src={url} alt={t('exceptionPicture')} />
    </a>
  );
}

/**
 * Shows the data of an exception: its description and picture, where and by whom it was found, its cause and its loss.
 */
export function QualityFacts({ exception }: Props) {
  const t = useT();
  const zone = useTimeZone();
  const { loss, people, corrects, correctedBy } = exception;
  const facts: [string, ReactNode][] = [
    [t('customerComplaint'), exception.customerComplaint && t('yes')],
    [t('discoveryProcess'), exception.discoveryProcess],
    [t('discoverer'), exception.discoverer],
    [t('exceptionRaisedBy'), `${exception.raisedBy} · ${formatMoment(exception.raisedAt, zone)}`],
    [
      t('workReport'),
      exception.reportedAt && `${exception.reportedBy ?? ''} · ${formatMoment(exception.reportedAt, zone)}`,
    ],
    [t('card'), exception.cardCode],
    [t('responsibleProcess'), exception.responsibleProcess],
    [
      t('responsiblePeople'),
      people && people.map(({ name, ratio }) => `${name} ${formatNumber(ratio)} %`).join(' · '),
    ],
    [t('rootCause'), exception.rootCause],
    [t('preventiveAction'), exception.preventiveAction],
    [t('lostHours'), loss && formatNumber(loss.lostHours)],
    [t('lostMaterialCost'), loss && formatNumber(loss.lostMaterialCost)],
    [t('lostManufacturingCost'), loss && formatNumber(loss.lostManufacturingCost)],
    [t('lossReason'), loss?.reason],
    [t('exceptionCancelReason'), exception.cancelReason],
    [t('correctsException'), corrects && <Link to={getExceptionPath(corrects.id)}>{corrects.code}</Link>],
    [
      t('correctedBy'),
      correctedBy.length > 0 &&
        correctedBy.map(({ id, code }) => (
          <Link key={id} to={getExceptionPath(id)}>
            {code}{' '}
          </Link>
        )),
    ],
  ];
  return (
    <section className="card quality-section" aria-labelledby="quality-facts">
      <h2 id="quality-facts">{t('exceptionDescription')}</h2>
      <div className="quality-what">
        {exception.picture !== null && <FactPicture id={exception.picture} />}
        <p className={exception.description ? '' : 'quality-muted'}>
          {exception.description ?? t('noDescription')}
        </p>
      </div>
      <dl className="quality-facts">
        {facts
          .filter(([, value]) => value !== null && value !== undefined && value !== false && value !== '')
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}
