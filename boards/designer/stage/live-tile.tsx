import { memo, useMemo, type CSSProperties } from 'react';
import type { BoardTile } from '#shared/boards/board.ts';
import { useT } from '#client/kit/words/t.ts';
import { StageScaleContext } from '../../kit/stage/stage-scale.ts';
import { BrokenTile, WidgetTile } from '../../kit/board-view.tsx';
import { TileBoundary } from '../../kit/tile/tile-boundary.tsx';
import type { BoardVariableValues, Widget } from '../../kit/widget.ts';

interface Props {
  tile: Pick<BoardTile, 'type' | 'version' | 'settings'>;
  widgets: readonly Widget[];
  variables: BoardVariableValues;
  /** The number of CSS pixels per logical pixel of the stage. */
  scale: number;
  /** The text size of the board in logical pixels. */
  textSizePx: number;
}

/**
 * Draws a widget with its real data, scaled to the surrounding element. Its controls cannot be used.
 * It renders again only if something that it draws changes, and not while the tile is dragged.
 */
export const LiveTile = memo(
  function LiveTile({ tile: { type, version, settings }, widgets, variables, scale, textSizePx }: Props) {
    const t = useT();
    const tile = useMemo(
      () => ({ type, version, settings, x: 0, y: 0, w: 1, h: 1 }),
      [type, version, settings],
    );
    const widget = widgets.find((candidate) => candidate.type === type);
    const style: CSSProperties & Record<'--text' | '--scale', string | number> = {
      '--text': `${textSizePx}px`,
      '--scale': scale,
    };
    return (
      <div className="live-tile stage-text" style={style} inert aria-hidden="true">
        <StageScaleContext value={scale}>
          <TileBoundary fallback={<BrokenTile>{t('widgetFailed')}</BrokenTile>}>
            {widget ? (
              <WidgetTile widget={widget} tile={tile} variables={variables} />
            ) : (
              <BrokenTile>{t('unknownWidget', { type })}</BrokenTile>
            )}
          </TileBoundary>
        </StageScaleContext>
      </div>
    );
  },
  (before, after) =>
    before.tile.type === after.tile.type &&
    before.tile.version === after.tile.version &&
    before.tile.settings === after.tile.settings &&
    before.widgets === after.widgets &&
    before.variables === after.variables &&
    before.scale === after.scale &&
    before.textSizePx === after.textSizePx,
);
