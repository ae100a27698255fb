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
  text: number;
}

/**
 * Draws a widget with its real data, scaled to the element around it. Nobody can press anything in it. It is drawn
 * again only if its settings, the variables or the scale change, and not while it is dragged.
 */
export const LiveTile = memo(
  function LiveTile({ tile: { type, version, settings }, widgets, variables, scale, text }: Props) {
    const t = useT();
    const tile = useMemo(
      () => ({ type, version, settings, x: 0, y: 0, w: 1, h: 1 }),
      [type, version, settings],
    );
    const widget = widgets.find((one) => one.type === type);
    const style: CSSProperties & Record<'--text' | '--scale', string | number> = {
      '--text': `${text}px`,
      '--scale': scale,
    };
    return (
      <div className="live-tile stage-text" style={style} inert aria-hidden="true">
        <StageScaleContext value={scale}>
          <TileBoundary instead={<BrokenTile>{t('widgetFailed')}</BrokenTile>}>
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
    before.text === after.text,
);
