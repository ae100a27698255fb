import { Callout } from '@blueprintjs/core';
import { useEnclosingForm } from '#client/kit/forms/form-context.tsx';
import { AppointmentOverlaps } from './appointment-overlaps.tsx';
import { toDeviceBooking, useAppointmentOverlaps } from './use-process-plan.ts';

/** Warns that the device of the form has other bookings at the time of the appointment. The user can still save. */
export function AppointmentHint({ processId }: { processId: number | null }) {
  const { values } = useEnclosingForm();
  const booking = toDeviceBooking({ ...values, id: processId });
  const { data: overlaps } = useAppointmentOverlaps(booking ? [booking] : []);
  if (!booking || !overlaps || overlaps.length === 0) return null;
  return (
    <Callout compact intent="warning" role="status">
      <AppointmentOverlaps overlaps={overlaps} />
    </Callout>
  );
}
