import { useMemo, type CSSProperties } from 'react';
import { useT } from '#client/kit/words/t.ts';
import type { BoardTile, LoadedBoard } from '#shared/boards/board.ts';
import { readTileSettings } from './read-tile-settings.ts';
import { TileMessage } from './tile/tile-card.tsx';
import { TileBoundary } from './tile/tile-boundary.tsx';
import { Tile } from './tile/tile.tsx';
import type { BoardVariableValues, Widget } from './widget.ts';
import './board-view.css';

interface Props {
  board: LoadedBoard;
  widgets: readonly Widget[];
}

const makeGridPlacement = ({ x, y, w, h }: BoardTile): CSSProperties => ({
  gridColumn: `${x + 1} / span ${w}`,
  gridRow: `${y + 1} / span ${h}`,
});

/** Shows the reason why a tile cannot be shown, in the place of the tile. */
function BrokenTile({ children }: { children: string }) {
  return (
    <section className="tile">
      <div className="tile-body">
        <TileMessage isProblem>{children}</TileMessage>
      </div>
    </section>
  );
}

function WidgetTile({
  tile,
  widgets,
  variables,
}: {
  tile: BoardTile;
  widgets: readonly Widget[];
  variables: BoardVariableValues;
}) {
  const t = useT();
  const widget = widgets.find((one) => one.type === tile.type);
  const own = useT(widget?.words);
  const settings = useMemo(() => (widget ? readTileSettings(widget, tile) : null), [widget, tile]);
  if (!widget) return <BrokenTile>{t('unknownWidget', { type: tile.type })}</BrokenTile>;
  if (!settings) return <BrokenTile>{t('widgetSettingsWrong', { title: own(widget.title) })}</BrokenTile>;
  return <Tile widget={widget} settings={settings} variables={variables} />;
}

/** Draws the tiles of a board in a grid. A tile that fails does not affect the others. */
export function BoardView({ board, widgets }: Props) {
  const t = useT();
  const { columns, rows } = board.stage;
  const style: CSSProperties = {
    gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
    gridTemplateRows: `repeat(${rows}, minmax(0, 1fr))`,
  };
  const failed = <BrokenTile>{t('widgetFailed')}</BrokenTile>;
  return (
    <div className="board" style={style}>
      {board.tiles.map((tile, index) =>
        'broken' in tile ? (
          // A broken tile has no valid position, so the grid puts it where cells are free.
          <div key={index} className="board-cell" style={{ gridColumn: 'span 8', gridRow: 'span 6' }}>
            <BrokenTile>{t('tileNotReadable')}</BrokenTile>
          </div>
        ) : (
          <div key={index} className="board-cell" style={makeGridPlacement(tile)}>
            <TileBoundary instead={failed}>
              <WidgetTile tile={tile} widgets={widgets} variables={board.variables} />
            </TileBoundary>
          </div>
        ),
      )}
    </div>
  );
}
