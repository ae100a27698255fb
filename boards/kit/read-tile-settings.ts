import type { FieldMap, RecordValues } from '#shared/kernel/fields.ts';
import { validateRecord } from '#shared/kernel/validate.ts';
import type { BoardTile } from '#shared/boards/board.ts';
import type { Widget } from './widget.ts';

/**
 * Validates a tile's settings. Settings of an older version are first converted by the widget's `upgrade`, if the
 * widget has one.
 * @returns null if the settings are invalid or belong to a newer version of the widget
 */
export function readTileSettings(widget: Widget, tile: BoardTile): RecordValues<FieldMap> | null {
  if (tile.version > widget.version) return null;
  const settings =
    tile.version < widget.version && widget.upgrade
      ? widget.upgrade(tile.settings, tile.version)
      : tile.settings;
  return validateRecord(widget.settings, settings).values ?? null;
}
