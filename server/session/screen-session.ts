import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { BoardPreset } from '#shared/boards/preset-names.ts';
import { OPEN_ALARMS_SOURCE } from '#shared/boards/preset-sources.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Db } from '../db/database.ts';
import { isKanbanSource } from '../hooks/kanban-sources.ts';
import { normaliseSources } from '../hooks/live-sources.ts';
import { loadPlaylistOfScreen, loadSourcesOfPlaylist } from '../hooks/shown-boards.ts';

/** The time without a call after which the session of a screen's device ends, in days. */
export const SCREEN_SESSION_IDLE_DAYS = 60;
/** The minimum time between two updates of `seen_at` in the session of a screen, in seconds. */
const SCREEN_LAST_SEEN_INTERVAL_SECONDS = 3600;

interface ScreenSessionRow {
  accountId: number;
  factoryId: number;
  factoryCode: string;
  factoryName: string;
  zone: string;
  id: number;
  name: string;
  version: number;
  playlistId: number | null;
  boardId: number | null;
  preset: BoardPreset;
  /** The versions of the playlist and of all boards of the screen. */
  versions: string | null;
  isStale: boolean;
}

/**
 * Loads the open session of a screen's device, and extends the session if needed. The user has no role
 * and no permissions: a device may read its boards and watch their sources, and nothing else.
 * @param hash the hash of the session token
 */
export async function loadScreenSession(db: Db, hash: string): Promise<CurrentUser | null> {
  const result = await sql<ScreenSessionRow>`
    select a.id as account_id, f.id as factory_id, f.code as factory_code, f.name as factory_name, f.zone,
      c.id, c.name, c.version, c.playlist_id, c.board_id, c.preset,
      s.seen_at < now() - make_interval(secs => ${SCREEN_LAST_SEEN_INTERVAL_SECONDS}) as is_stale,
      (select string_agg(v.kind || v.id || ' ' || v.version, ',' order by v.kind, v.id) from (
        select 'p' as kind, p.id, p.version from playlist p where p.factory_id = c.factory_id and p.id = c.playlist_id
        union
        select 'b', b.id, b.version from board b where b.factory_id = c.factory_id and b.deleted_at is null and (
          b.id = c.board_id
          or b.id in (select i.board_id from playlist_items i where i.factory_id = c.factory_id and i.owner_id = c.playlist_id)
          or b.id = (select p.call_board_id from playlist p where p.factory_id = c.factory_id and p.id = c.playlist_id))
      ) v) as versions
    from session s
    join account a on a.factory_id = s.factory_id and a.id = s.account_id and a.disabled_at is null
    join wall_screen c on c.factory_id = a.factory_id and c.id = a.wall_screen_id and c.deleted_at is null
    join factory f on f.id = s.factory_id
    where s.token_hash = ${hash} and s.revoked_at is null and s.expires_at > now()`.execute(db);
  const row = result.rows[0];
  if (!row) return null;
  if (row.isStale)
    await sql`update session set seen_at = now(), expires_at = now() + make_interval(days => ${SCREEN_SESSION_IDLE_DAYS})
      where token_hash = ${hash} and revoked_at is null`.execute(db);
  const { accountId, factoryId, factoryCode, factoryName, zone, id, name } = row;
  const playlist = await loadPlaylistOfScreen(db, factoryId, row);
  const shownSources = await loadSourcesOfPlaylist(db, factoryId, playlist);
  // A screen with a customer kanban shows no alarms, because the customer must not read the names in them.
  const isForCustomer = shownSources.some(isKanbanSource);
  const contentDigest = createHash('sha256')
    .update(JSON.stringify([row.version, row.versions, factoryName, zone]))
    .digest('base64url')
    .slice(0, 16);
  return {
    accountId,
    kind: 'screen',
    employeeId: null,
    factoryId,
    factoryCode,
    factoryName,
    zone,
    code: '',
    name,
    customerId: null,
    supplierId: null,
    homeFactoryId: null,
    language: null,
    permissions: [],
    mustChangePassword: false,
    workGroupId: null,
    terminal: null,
    screen: { id, shown: contentDigest },
    sources: normaliseSources(isForCustomer ? shownSources : [...shownSources, OPEN_ALARMS_SOURCE]),
  };
}
