import type { FieldMap, ValuesOf } from '#shared/kernel/fields.ts';
import { validate } from '#shared/kernel/validate.ts';
import type { BoardTile } from './board.ts';
import type { Widget } from './widget.ts';

/**
 * Upgrades a tile's settings to the widget's version and validates them. Returns null if they are
 * invalid.
 */
export function settingsOf(widget: Widget, tile: BoardTile): ValuesOf<FieldMap> | null {
  if (tile.version > widget.version) return null;
  const settings =
    tile.version < widget.version && widget.upgrade
      ? widget.upgrade(tile.settings, tile.version)
      : tile.settings;
  return validate(widget.settings, settings).values ?? null;
}
