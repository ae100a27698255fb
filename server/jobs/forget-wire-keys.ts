import { sql } from 'kysely';
import { removal } from './job.ts';

/** Deletes expired key pairs of the parameter header. */
export const forgetWireKeys = removal('forgetWireKeys', sql`delete from wire_key where retired_at < now()`);
