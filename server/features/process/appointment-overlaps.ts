import { sql } from 'kysely';
import type { AppointmentOverlap } from '#shared/answers/routing/appointment.ts';
import type { Db } from '../../db/database.ts';

/** A booking of a device for a process, which may not be saved yet. */
interface Appointment {
  processId: number | null;
  deviceId: number;
  appointmentStart: string;
  appointmentEnd: string;
}

/** The maximum number of listed overlaps. */
const MAX_OVERLAPS = 50;

/**
 * Finds the bookings of the same devices that overlap the given appointments. A booking may begin when another booking
 * ends. The shares of split processes have bookings of their own. Synchronised processes share their booking. Finished
 * processes are left out.
 */
export async function findAppointmentOverlaps(
  db: Db,
  factoryId: number,
  appointments: readonly Appointment[],
): Promise<AppointmentOverlap[]> {
  const appointmentsJson = JSON.stringify(
    appointments.map((appointment, index) => ({ index, ...appointment })),
  );
  const { rows } =
    await sql<AppointmentOverlap>`select g.index, d.name as device_name, p.id as process_id, coalesce(p.name, c.name) as name,
      t.name as part_name, o.id as order_id, o.code as order_code, b.appointment_start, b.appointment_end
    from jsonb_to_recordset(${appointmentsJson}::jsonb) as g (index integer, "processId" bigint, "deviceId" bigint,
        "appointmentStart" timestamptz, "appointmentEnd" timestamptz)
      join (
        select id as process_id, device_id, appointment_start, appointment_end from process
        where factory_id = ${factoryId} and appointment_start is not null
        union all
        select process_id, device_id, appointment_start, appointment_end from process_share
        where factory_id = ${factoryId} and appointment_start is not null and joined_at is null
      ) b on b.device_id = g."deviceId" and b.appointment_start < g."appointmentEnd"
        and b.appointment_end > g."appointmentStart"
      join process p on p.factory_id = ${factoryId} and p.id = b.process_id and p.deleted_at is null
      join craft c on c.factory_id = p.factory_id and c.id = p.craft_id
      join part t on t.factory_id = p.factory_id and t.id = p.part_id and t.deleted_at is null
      join work_order o on o.factory_id = t.factory_id and o.id = t.order_id and o.deleted_at is null
      join device d on d.factory_id = p.factory_id and d.id = b.device_id
      left join process own on own.factory_id = p.factory_id and own.id = g."processId"
    where p.id is distinct from g."processId" and (own.sync_key is null or p.sync_key is distinct from own.sync_key)
      and p.state not in ('completed', 'specialAcceptance', 'scrapped') and o.state not in ('completed', 'closed', 'cancelled')
    order by g.index, b.appointment_start, p.id limit ${MAX_OVERLAPS}`.execute(db);
  return rows;
}
