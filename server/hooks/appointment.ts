import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import type { Transaction } from '../db/transaction.ts';
import type { DraftOf, SavedRowOf } from './hooks.ts';

/** The fields of an appointment, and the fields that are derived from it. */
type AppointmentFields = Pick<
  DraftOf<'process'>,
  | 'appointmentStart'
  | 'appointmentEnd'
  | 'plannedStart'
  | 'plannedEnd'
  | 'pinned'
  | 'deviceId'
  | 'workGroupId'
>;

/** Refuses an appointment without a start, an end or a place, or whose end is before its start (specification §5). */
function refuseWrongAppointment({
  appointmentStart,
  appointmentEnd,
  deviceId,
  workGroupId,
}: AppointmentFields): void {
  if (appointmentStart === null || appointmentEnd === null)
    throw makeError(
      'fieldsInvalid',
      {},
      { [appointmentStart === null ? 'appointmentStart' : 'appointmentEnd']: { reason: 'required' } },
    );
  if (appointmentStart > appointmentEnd)
    throw makeError('appointmentStartAfterEnd', {}, { appointmentEnd: { reason: 'notADate' } });
  if (deviceId === null && workGroupId === null)
    throw makeError('appointmentNeedsPlace', {}, { deviceId: { reason: 'required' } });
}

/**
 * Reads the days of an appointment in the factory's time zone. An appointment that ends at midnight ends on the day
 * before.
 */
async function readAppointmentDays(
  tx: Transaction,
  start: string,
  end: string,
): Promise<Pick<AppointmentFields, 'plannedStart' | 'plannedEnd'>> {
  const { rows } = await sql<{ plannedStart: string; plannedEnd: string }>`
    select (${start}::timestamptz at time zone zone)::date as planned_start,
      (greatest(${start}::timestamptz, ${end}::timestamptz - interval '1 microsecond') at time zone zone)::date as planned_end
    from factory where id = ${tx.factoryId}`.execute(tx.db);
  return rows[0]!;
}

/**
 * Checks the appointment of a process. A process with an appointment is pinned, and its planned dates are the days of
 * the appointment. When the appointment is cancelled, the process is no longer pinned.
 * @throws appointmentStartAfterEnd, appointmentNeedsPlace; plannedByAppointment if only the planned dates are changed;
 * fieldsInvalid if only the start or only the end is given
 */
export async function applyAppointment(
  tx: Transaction,
  next: AppointmentFields,
  before: SavedRowOf<'process'> | null,
): Promise<void> {
  next.appointmentStart ??= null;
  next.appointmentEnd ??= null;
  const { appointmentStart, appointmentEnd } = next;
  if (appointmentStart === null && appointmentEnd === null) {
    if (before && before.appointmentStart !== null && next.pinned === before.pinned) next.pinned = false;
    return;
  }
  next.deviceId ??= null;
  next.workGroupId ??= null;
  refuseWrongAppointment(next);
  next.pinned = true;
  const days = await readAppointmentDays(tx, appointmentStart!, appointmentEnd!);
  const isUnchanged =
    before?.appointmentStart === appointmentStart && before.appointmentEnd === appointmentEnd;
  for (const name of ['plannedStart', 'plannedEnd'] as const)
    if (isUnchanged && next[name] !== before[name] && next[name] !== days[name])
      throw makeError('plannedByAppointment', {}, { [name]: { reason: 'notADate' } });
  Object.assign(next, days);
}
