import { sql } from 'kysely';
import type { Db } from '../database.ts';

/**
 * A node's request for the lease of a live source of an upstream MES, or for the lease of the evaluation of
 * alarm rules. It contains the result of the node's last poll. This result is stored only if the node gets or
 * holds the lease.
 */
interface LeaseRequest {
  key: string;
  /** The milliseconds since the node's last successful poll of the source; null before the first one. */
  answerAgeMs: number | null;
  digest: string | null;
}

/** The lease of a source: the node that polls the source, and the age and digest of the last stored result. */
export interface Lease {
  key: string;
  node: string;
  answerAgeMs: number | null;
  digest: string | null;
}

/**
 * Takes or renews the leases of sources that no other node holds, so that only one node polls a source. A
 * lease expires unless it is renewed. A lease also counts as expired if its end is more than twice
 * `durationMs` away, because the clock of the database must then have been set back. Nodes exchange ages
 * instead of timestamps, because their clocks may differ.
 * @param durationMs the duration of a lease, in milliseconds
 * @returns the leases of the requested sources, whichever node holds them
 */
export async function takeLeases(
  db: Db,
  node: string,
  requests: readonly LeaseRequest[],
  durationMs: number,
): Promise<Lease[]> {
  const keys = requests.map((request) => request.key);
  const { rows } = await sql<Lease>`
    with wanted as (
      select * from unnest(
        ${keys}::text[], ${requests.map((request) => request.answerAgeMs)}::numeric[], ${requests.map((request) => request.digest)}::text[]
      ) as w (key, ago, digest)
    ), taken as (
      insert into poll_lease as held (source, node, until, good_at, digest)
      select key, ${node}, now() + ${durationMs} * interval '1 ms', now() - ago * interval '1 ms', digest
      from wanted order by key
      on conflict (source) do update set
        node = excluded.node, until = excluded.until,
        good_at = coalesce(excluded.good_at, held.good_at), digest = coalesce(excluded.digest, held.digest)
      where held.node = excluded.node or held.until < now() or held.until > now() + ${2 * durationMs} * interval '1 ms'
      returning source, node, good_at, digest
    ), known as (
      select * from taken
      union all
      select source, node, good_at, digest from poll_lease
      where source = any (${keys}) and source not in (select source from taken)
    )
    select source as key, node, digest, (extract(epoch from now() - good_at) * 1000)::float8 as answer_age_ms from known
  `.execute(db);
  return rows;
}

/** Releases all leases of a node, and deletes leases that expired more than a day ago. */
export async function releaseAndPruneLeases(db: Db, node: string): Promise<void> {
  await sql`delete from poll_lease where node = ${node} or until < now() - interval '1 day'`.execute(db);
}

/** Whether a node holds a lease that has not expired, by the clock of the database. */
export async function isLeaseHeld(db: Db, node: string, key: string): Promise<boolean> {
  const { rows } = await sql`select 1 from poll_lease
    where source = ${key} and node = ${node} and until > clock_timestamp()`.execute(db);
  return rows.length > 0;
}
