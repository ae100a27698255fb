import { Suspense, useMemo, type CSSProperties } from 'react';
import { useFetchedCode } from '#client/kit/lazy/fetch-on-first-render.tsx';
import type { FetchedCode } from '#client/kit/lazy/fetched-code.ts';
import { useT } from '#client/kit/words/t.ts';
import type { BoardTile, LoadedBoard } from '#shared/boards/board.ts';
import { readTileSettings } from './read-tile-settings.ts';
import { TileMessage } from './tile/tile-card.tsx';
import { TileBoundary } from './tile/tile-boundary.tsx';
import { Tile } from './tile/tile.tsx';
import type { WidgetCodes } from './widget-codes.ts';
import type { BoardVariableValues, Widget } from './widget.ts';
import './board-view.css';

interface Props {
  board: LoadedBoard;
  widgets: WidgetCodes;
}

const makeGridPlacement = ({ x, y, w, h }: BoardTile): CSSProperties => ({
  gridColumn: `${x + 1} / span ${w}`,
  gridRow: `${y + 1} / span ${h}`,
});

/** Shows the reason why a tile cannot be shown, in the place of the tile. */
export function BrokenTile({ children }: { children: string }) {
  return (
    <section className="tile">
      <div className="tile-body">
        <TileMessage isProblem>{children}</TileMessage>
      </div>
    </section>
  );
}

interface WidgetTileProps {
  tile: BoardTile;
  variables: BoardVariableValues;
}

/** Draws the tile of a widget, or says that its settings are wrong. */
export function WidgetTile({ widget, tile, variables }: WidgetTileProps & { widget: Widget }) {
  const t = useT();
  const translateWidget = useT(widget.words);
  const settings = useMemo(() => readTileSettings(widget, tile), [widget, tile]);
  if (!settings)
    return <BrokenTile>{t('widgetSettingsWrong', { title: translateWidget(widget.title) })}</BrokenTile>;
  return <Tile widget={widget} settings={settings} variables={variables} />;
}

/** Downloads the code of a widget and then draws its tile. */
function FetchedWidgetTile({ code, ...props }: WidgetTileProps & { code: FetchedCode<Widget> }) {
  const t = useT();
  const { code: widget, isRetrying } = useFetchedCode(code);
  if (widget) return <WidgetTile widget={widget} {...props} />;
  return isRetrying ? <BrokenTile>{t('waitingForServer')}</BrokenTile> : null;
}

/** Draws a tile, or says that this build has no such widget. */
function BoardViewTile({ widgets, tile, variables }: WidgetTileProps & { widgets: WidgetCodes }) {
  const t = useT();
  const code = widgets.byType.get(tile.type);
  if (!code) return <BrokenTile>{t('unknownWidget', { type: tile.type })}</BrokenTile>;
  return <FetchedWidgetTile code={code} tile={tile} variables={variables} />;
}

/** Draws the tiles of a board in a grid. A tile that fails does not affect the others. */
export function BoardView({ board, widgets }: Props) {
  const t = useT();
  const { columns, rows } = board.stage;
  const style: CSSProperties = {
    gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
    gridTemplateRows: `repeat(${rows}, minmax(0, 1fr))`,
  };
  const failureTile = <BrokenTile>{t('widgetFailed')}</BrokenTile>;
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
            <TileBoundary fallback={failureTile}>
              <Suspense fallback={<section className="tile" aria-busy="true" />}>
                <BoardViewTile tile={tile} widgets={widgets} variables={board.variables} />
              </Suspense>
            </TileBoundary>
          </div>
        ),
      )}
    </div>
  );
}
