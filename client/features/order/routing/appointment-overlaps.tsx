import type { AppointmentOverlap } from '#shared/answers/routing/appointment.ts';
import { formatMoment, joinWords } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';

/** How many overlapping bookings are named. */
const MAX_NAMED_OVERLAPS = 3;

/** Names the other bookings of a device at the time of an appointment. */
export function AppointmentOverlaps({ overlaps }: { overlaps: readonly AppointmentOverlap[] }) {
  const t = useT();
  const zone = useTimeZone();
  const [first] = overlaps;
  if (!first) return null;
  const namedOverlaps = overlaps
    .slice(0, MAX_NAMED_OVERLAPS)
    .map(
      ({ orderCode, partName, name, appointmentStart, appointmentEnd }) =>
        `${orderCode} ${partName} ${name} ${formatMoment(appointmentStart, zone)} – ${formatMoment(appointmentEnd, zone)}`,
    );
  const unnamedCount = overlaps.length - namedOverlaps.length;
  return (
    <>
      {t('appointmentsOverlap', {
        place: first.deviceName,
        others: joinWords(unnamedCount > 0 ? [...namedOverlaps, `+${unnamedCount}`] : namedOverlaps),
      })}
    </>
  );
}
