import { sql } from 'kysely';
import { removal } from './job.ts';

/** Removes keys of the parameter header that nobody may use any more. */
export const forgetWireKeys = removal('forgetWireKeys', sql`delete from wire_key where retired_at < now()`);
