import { joinWords } from '#client/kit/words/formats.ts';
import type { Translate } from '#client/kit/words/t.ts';
import type { Finding } from '../state/check-board.ts';
import type { DesignTile } from '../state/design.ts';

/** Describes a finding in words, with the titles and the places of its tiles. */
export function describeFinding(
  { kind, tiles, params }: Finding,
  titleOf: (tile: DesignTile) => string,
  t: Translate,
): string {
  const tileNames = tiles.map((tile) => t('tileAt', { title: titleOf(tile), x: tile.x + 1, y: tile.y + 1 }));
  return t(`finding.${kind}`, { tiles: joinWords(tileNames), ...params });
}
