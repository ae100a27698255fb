import type { FieldMap, RecordValues } from '#shared/kernel/fields.ts';
import { validateRecord } from '#shared/kernel/validate.ts';
import type { BoardTile } from './board.ts';
import type { Widget } from './widget.ts';

/**
 * Upgrades a tile's settings to the widget's version and validates them. Returns null if they are invalid, or if
 * they belong to a newer version of the widget.
 */
export function readTileSettings(widget: Widget, tile: BoardTile): RecordValues<FieldMap> | null {
  if (tile.version > widget.version) return null;
  const settings =
    tile.version < widget.version && widget.upgrade
      ? widget.upgrade(tile.settings, tile.version)
      : tile.settings;
  return validateRecord(widget.settings, settings).values ?? null;
}
