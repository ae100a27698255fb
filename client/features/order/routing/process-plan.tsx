import { LinkIcon, PinIcon } from '@blueprintjs/icons';
import { Link } from 'react-router-dom';
import type { Entity } from '#shared/entities/index.ts';
import type { AppointmentOverlap } from '#shared/answers/routing/appointment.ts';
import type { SyncPartner } from '#shared/answers/routing/synchronised.ts';
import { formatMoment, formatTime, toLocalDay } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { AppointmentOverlaps } from './appointment-overlaps.tsx';

interface Props {
  process: Entity<'process'>;
  /** The other bookings of the device at the time of the appointment. */
  overlaps: readonly AppointmentOverlap[];
  partners: readonly SyncPartner[];
}

/** Shows the appointment of a process, the bookings that overlap it, and the synchronised processes. */
export function ProcessPlan({ process, overlaps, partners }: Props) {
  const t = useT();
  const zone = useTimeZone();
  const { appointmentStart: start, appointmentEnd: end } = process;
  const endsSameDay = start && end && toLocalDay(zone, new Date(start)) === toLocalDay(zone, new Date(end));
  return (
    <>
      {process.pinned && (
        <p className="card-plan">
          <PinIcon size={12} />
          {start && end ? (
            <span>
              {t('appointment')} {formatMoment(start, zone)} –{' '}
              {endsSameDay ? formatTime(end, zone) : formatMoment(end, zone)}
            </span>
          ) : (
            <span>{t('pinned')}</span>
          )}
        </p>
      )}
      {overlaps.length > 0 && (
        <p className="card-note">
          <span aria-hidden="true">◆ </span>
          <AppointmentOverlaps overlaps={overlaps} />
        </p>
      )}
      {partners.length > 0 && (
        <p className="card-plan">
          <LinkIcon size={12} />
          <span>
            {t('synchronisedWith')}{' '}
            {partners.map((partner, index) => (
              <span key={partner.processId}>
                {index > 0 && ' · '}
                <Link to={`/order/${partner.orderId}?part=${partner.partId}`}>
                  {partner.orderCode} {partner.partName}
                </Link>
              </span>
            ))}
          </span>
        </p>
      )}
    </>
  );
}
