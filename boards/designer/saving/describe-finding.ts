import { joinWords } from '#client/kit/words/formats.ts';
import type { Translate } from '#client/kit/words/t.ts';
import type { Finding } from '../state/check-board.ts';
import type { DesignTile } from '../state/design.ts';

/** Describes what is wrong with a board, with the tiles that it is about. */
export function describeFinding(
  { kind, tiles, params }: Finding,
  titleOf: (tile: DesignTile) => string,
  t: Translate,
): string {
  const named = tiles.map((tile) => t('tileAt', { title: titleOf(tile), x: tile.x + 1, y: tile.y + 1 }));
  return t(`finding.${kind}`, { tiles: joinWords(named), ...params });
}
