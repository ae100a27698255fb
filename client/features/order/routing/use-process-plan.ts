import { useQuery } from '@tanstack/react-query';
import { entities } from '#shared/entities/index.ts';
import type { AppointmentOverlap } from '#shared/answers/routing/appointment.ts';
import type { SyncPartner } from '#shared/answers/routing/synchronised.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';

/** The booking of a device for a period. The booking need not be saved yet. */
interface DeviceBooking {
  processId: number | null;
  deviceId: number;
  appointmentStart: string;
  appointmentEnd: string;
}

/** A process or a form with the fields of an appointment. A form may contain incomplete texts. */
interface Bookable {
  id?: unknown;
  deviceId?: unknown;
  appointmentStart?: unknown;
  appointmentEnd?: unknown;
}

const isInstant = (value: unknown): value is string =>
  typeof value === 'string' && value.endsWith('Z') && !Number.isNaN(Date.parse(value));

/** Returns the booking of a device that a process or a form has; null if the booking is incomplete. */
export function toDeviceBooking(row: Bookable): DeviceBooking | null {
  const { id, deviceId, appointmentStart, appointmentEnd } = row;
  if (typeof deviceId !== 'number' || !isInstant(appointmentStart) || !isInstant(appointmentEnd)) return null;
  return { processId: typeof id === 'number' ? id : null, deviceId, appointmentStart, appointmentEnd };
}

/** Reads which other bookings of the same devices overlap these bookings. */
export function useAppointmentOverlaps(bookings: readonly DeviceBooking[]) {
  return useQuery({
    queryKey: queryKeys.entity('process', 'overlaps', bookings),
    queryFn: ({ signal }) =>
      call<AppointmentOverlap[]>(
        `${entities.process.path}/appointment/overlaps`,
        { appointments: bookings },
        { signal },
      ),
    enabled: bookings.length > 0,
  });
}

/** Reads the processes with which the processes of a part are synchronised. */
export function useSyncPartners(partId: number, hasSyncGroup: boolean) {
  return useQuery({
    queryKey: queryKeys.entity('process', 'sync', { partId }),
    queryFn: ({ signal }) =>
      call<SyncPartner[]>(`${entities.process.path}/sync/partners`, { partId }, { signal }),
    enabled: hasSyncGroup,
  });
}
