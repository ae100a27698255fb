import { readBoard } from '#shared/boards/board.ts';
import type { SourceName } from '#shared/kernel/wire.ts';
import { readTileSettings } from '../kit/read-tile-settings.ts';
import { widgets } from '../widgets/index.ts';
import { parseContent } from './parse-content.ts';

/** Lists the sources that the tiles of a board use. Tiles that cannot be shown have no source. */
export async function listBoardSources(content: string): Promise<SourceName[]> {
  const { tiles, variables } = readBoard(parseContent(content));
  const sources = tiles.map(async (tile) => {
    if ('broken' in tile) return null;
    const widget = await widgets.byType.get(tile.type)?.fetch();
    const settings = widget && readTileSettings(widget, tile);
    return settings ? (widget.source?.(settings, variables) ?? null) : null;
  });
  return (await Promise.all(sources)).filter((source) => source !== null);
}

/**
 * Makes the fields with which a call saves the content of a board. The sources are saved with the
 * content, because a paired screen may watch only these sources.
 * @param content the board as JSON text
 */
export const makeContentFields = async (content: string): Promise<{ content: string; sources: string }> => ({
  content,
  sources: JSON.stringify(await listBoardSources(content)),
});
