import { sql } from 'kysely';
import { DEFAULT_PRESET_BY_SCREEN, LARGE_SCREENS, type BoardPreset } from '#shared/boards/preset-names.ts';
import { OPEN_CALLS_SOURCE, PRESET_SOURCES } from '#shared/boards/preset-sources.ts';
import type { SourceName } from '#shared/kernel/wire.ts';
import type { RecordingPlan, SourceFactory } from '../call/backend.ts';
import type { Db } from '../db/database.ts';
import { normaliseSources } from './live-sources.ts';

/**
 * The maximum number of sources recorded for a factory. Sources on screens are chosen first, then one source
 * of each board owner in turn.
 */
const MAX_RECORDED_SOURCES = 150;

interface ShownPresets {
  presets: BoardPreset[];
  /**
   * The large screens for which the factory has saved a setting. The other large screens show their default
   * preset.
   */
  chosenScreens: string[];
  hasCallBoard: boolean;
}

/** Loads the presets that large screens, paired screens and playlists show. */
const loadShownPresets = async (db: Db, factoryId: number): Promise<ShownPresets> => {
  const { rows } = await sql<ShownPresets>`select
    array(select preset from large_screen
        where factory_id = ${factoryId} and board_id is null and deleted_at is null
      union select preset from wall_screen
        where factory_id = ${factoryId} and board_id is null and playlist_id is null and deleted_at is null
      union select i.preset from playlist_items i join playlist p on p.factory_id = i.factory_id and p.id = i.owner_id
        where i.factory_id = ${factoryId} and i.board_id is null and p.deleted_at is null) as presets,
    array(select screen from large_screen where factory_id = ${factoryId} and deleted_at is null) as chosen_screens,
    exists (select 1 from playlist
      where factory_id = ${factoryId} and call_board_id is not null and deleted_at is null) as has_call_board`.execute(
    db,
  );
  return rows[0]!;
};

/**
 * Loads the sources of saved boards without duplicates. The sources of boards on screens come first. Then
 * come the sources of other boards: one source of each owner, then a second source of each owner, and so on,
 * so that one owner with many sources leaves room for the others. An owner's most recently changed boards
 * come first.
 */
async function loadBoardSources(db: Db, factoryId: number): Promise<SourceName[]> {
  const { rows } = await sql<{ source: SourceName }>`
    with shown as (
      select board_id from large_screen where factory_id = ${factoryId} and deleted_at is null
      union select board_id from wall_screen where factory_id = ${factoryId} and deleted_at is null
      union select board_id from playlist_items where factory_id = ${factoryId}
    ), owned as (
      select s.source, b.owner_id, max(b.updated_at) as updated_at,
        coalesce(bool_or(b.id in (select board_id from shown where board_id is not null)), false) as is_shown
      from board b
      join board_version v on v.factory_id = b.factory_id and v.board_id = b.id and v.edition = b.edition
      cross join lateral jsonb_array_elements(v.sources) as s (source)
      where b.factory_id = ${factoryId} and b.deleted_at is null
      group by s.source, b.owner_id
    ), ranked as (
      select source, is_shown, updated_at, row_number() over (
        partition by owner_id, is_shown order by updated_at desc, source) as place_of_owner
      from owned
    )
    select source from ranked
    group by source
    order by bool_or(is_shown) desc, min(case when is_shown then 0 else place_of_owner end), max(updated_at) desc, source
    limit ${MAX_RECORDED_SOURCES}`.execute(db);
  return rows.map(({ source }) => source);
}

/**
 * Loads the names of the sources that the server records for a factory: the sources of its saved boards,
 * and the sources of everything that its screens show.
 */
export async function loadRecordedSources(db: Db, factoryId: number): Promise<SourceName[]> {
  const { presets, chosenScreens, hasCallBoard } = await loadShownPresets(db, factoryId);
  const defaultPresets = LARGE_SCREENS.filter((screen) => !chosenScreens.includes(screen)).map(
    (screen) => DEFAULT_PRESET_BY_SCREEN[screen],
  );
  return normaliseSources([
    ...[...presets, ...defaultPresets].flatMap((preset) => PRESET_SOURCES[preset]),
    ...(hasCallBoard ? [OPEN_CALLS_SOURCE] : []),
    ...(await loadBoardSources(db, factoryId)),
  ]).slice(0, MAX_RECORDED_SOURCES);
}

export const makeRecordingPlan = (db: Db): RecordingPlan => ({
  loadFactories: async () => {
    const { rows } =
      await sql<SourceFactory>`select id as factory_id, code as factory_code, name as factory_name, zone
      from factory where deleted_at is null order by id`.execute(db);
    return rows;
  },
  loadSources: (factoryId) => loadRecordedSources(db, factoryId),
});
