import { useMemo, useRef, useState, type CSSProperties, type PointerEvent } from 'react';
import ReactGridLayout, { noCompactor, type Compactor, type LayoutItem } from 'react-grid-layout';
import type { LayoutConstraint } from 'react-grid-layout/core';
import { useT } from '#client/kit/words/t.ts';
import type { Widget } from '../../kit/widget.ts';
import { limitMove, moveTiles, placeTile } from '../state/arrange-tiles.ts';
import { findOverlaps } from '../state/check-board.ts';
import { clamp, type DesignTile } from '../state/design.ts';
import type { DesignEditor } from '../state/use-design.ts';
import { useMinSizeOf, useTileTitle } from '../use-widget-facts.ts';
import type { GridMetrics } from './grid-metrics.ts';
import { LiveTile } from './live-tile.tsx';
import 'react-grid-layout/css/styles.css';
import './tile-grid.css';

/** Lets tiles overlap, so that a moved tile does not push other tiles away. */
const FREE_COMPACTOR: Compactor = { ...noCompactor, allowOverlap: true };
const RESIZE_CONFIG = { handles: ['n', 'e', 's', 'w', 'ne', 'nw', 'se', 'sw'] } as const;
const NEW_TILE_KEY = 'new';

interface Props {
  editor: DesignEditor;
  widgets: readonly Widget[];
  metrics: GridMetrics;
  scale: number;
  draggedWidget: Widget | null;
  onDropped: (at: { x: number; y: number }) => void;
}

/** How far the tiles that move together have been dragged, in cells. */
interface Drag {
  readonly id: number;
  readonly ids: ReadonlySet<number>;
  readonly dx: number;
  readonly dy: number;
}

/**
 * Keeps a dragged or resized tile on the stage. If several selected tiles are dragged, all of them stay on
 * the stage. The returned array must stay the same object, because the grid ignores a new one.
 */
function useConstraints(editor: DesignEditor, widgets: readonly Widget[]): LayoutConstraint[] {
  const minSizeOf = useMinSizeOf(widgets);
  const latestValues = useRef({ editor, minSizeOf });
  latestValues.current = { editor, minSizeOf };
  return useMemo(() => {
    const findTile = (item: LayoutItem): DesignTile | undefined =>
      latestValues.current.editor.design.tiles.find(({ id }) => String(id) === item.i);
    return [
      {
        name: 'stage',
        constrainPosition: (item, x, y) => {
          const { design, selectedIds } = latestValues.current.editor;
          const tile = findTile(item);
          if (!tile) return { x, y };
          const ids = selectedIds.has(tile.id) ? selectedIds : new Set([tile.id]);
          const offset = limitMove(design, ids, x - tile.x, y - tile.y);
          return { x: tile.x + offset.dx, y: tile.y + offset.dy };
        },
        constrainSize: (item, w, h, handle) => {
          const tile = findTile(item);
          if (!tile) return { w, h };
          const { columns, rows } = latestValues.current.editor.design.stage;
          const { minW, minH } = latestValues.current.minSizeOf(tile.type);
          return {
            w: clamp(w, Math.min(minW, tile.w), handle.includes('w') ? tile.x + tile.w : columns - tile.x),
            h: clamp(h, Math.min(minH, tile.h), handle.includes('n') ? tile.y + tile.h : rows - tile.y),
          };
        },
      },
    ];
  }, []);
}

/** Shows the tiles of a board in a grid in which they can be dragged, resized, selected and dropped. */
export function TileGrid({ editor, widgets, metrics, scale, draggedWidget, onDropped }: Props) {
  const t = useT();
  const { design, selectedIds } = editor;
  const { stage, tiles } = design;
  const titleOf = useTileTitle(widgets);
  const minSizeOf = useMinSizeOf(widgets);
  const constraints = useConstraints(editor, widgets);
  const [drag, setDrag] = useState<Drag | null>(null);
  /**
   * Whether a tile was dragged or resized since the pointer was pressed. Releasing the pointer then selects
   * nothing.
   */
  const hasDragged = useRef(false);

  const layout = useMemo(
    () =>
      tiles.map(({ id, type, x, y, w, h }): LayoutItem => {
        const { minW, minH } = minSizeOf(type);
        return { i: String(id), x, y, w, h, minW: Math.min(minW, w), minH: Math.min(minH, h) };
      }),
    [tiles, minSizeOf],
  );
  const gridConfig = useMemo(
    () => ({
      cols: stage.columns,
      maxRows: stage.rows,
      rowHeight: metrics.rowHeight,
      margin: [metrics.gap, metrics.gap] as const,
      containerPadding: [0, 0] as const,
    }),
    [stage, metrics],
  );
  const dropConfig = useMemo(
    () => ({ enabled: draggedWidget !== null, touchEnabled: false }),
    [draggedWidget],
  );
  const droppingItem = useMemo(
    () =>
      draggedWidget
        ? {
            i: NEW_TILE_KEY,
            x: 0,
            y: 0,
            w: Math.min(draggedWidget.size.w, stage.columns),
            h: Math.min(draggedWidget.size.h, stage.rows),
          }
        : undefined,
    [draggedWidget, stage],
  );
  const overlappingIds = useMemo(
    () =>
      new Set(
        findOverlaps(tiles)
          .flat()
          .map(({ id }) => id),
      ),
    [tiles],
  );

  const pressTile = (event: PointerEvent<HTMLElement>, id: number) => {
    if (event.button !== 0) return;
    hasDragged.current = false;
    event.currentTarget.focus({ preventScroll: true });
    if (event.shiftKey || event.ctrlKey || event.metaKey) {
      const nextIds = new Set(selectedIds);
      if (!nextIds.delete(id)) nextIds.add(id);
      editor.select(nextIds);
    } else if (!selectedIds.has(id)) editor.select(new Set([id]));
  };
  const releaseTile = (event: PointerEvent, id: number) => {
    const hasNoModifierKey = !event.shiftKey && !event.ctrlKey && !event.metaKey;
    if (hasNoModifierKey && !hasDragged.current && selectedIds.size > 1) editor.select(new Set([id]));
  };
  const onDrag = (item: LayoutItem | null) => {
    const tile = tiles.find(({ id }) => String(id) === item?.i);
    if (!item || !tile) return;
    const ids = selectedIds.has(tile.id) ? selectedIds : new Set([tile.id]);
    setDrag({ id: tile.id, ids, dx: item.x - tile.x, dy: item.y - tile.y });
  };
  const makeDragStyle = (id: number): CSSProperties | undefined =>
    drag && drag.id !== id && drag.ids.has(id)
      ? { translate: `${drag.dx * metrics.stepX}px ${drag.dy * metrics.stepY}px` }
      : undefined;

  return (
    <div
      className={`design-tiles${drag || draggedWidget ? ' is-dragging' : ''}`}
      role="listbox"
      aria-multiselectable="true"
      aria-label={t('boardTiles')}
      tabIndex={-1}
      style={{ '--step-x': `${metrics.stepX}px`, '--step-y': `${metrics.stepY}px` } as CSSProperties}
    >
      <ReactGridLayout
        width={metrics.width}
        layout={layout}
        autoSize={false}
        style={{ height: metrics.height }}
        gridConfig={gridConfig}
        resizeConfig={RESIZE_CONFIG}
        dropConfig={dropConfig}
        {...(droppingItem ? { droppingItem } : {})}
        compactor={FREE_COMPACTOR}
        constraints={constraints}
        onDragStart={() => {
          hasDragged.current = true;
        }}
        onDrag={(_layout, _oldItem, item) => onDrag(item)}
        onDragStop={(_layout, _oldItem, item) => {
          const tile = tiles.find(({ id }) => String(id) === item?.i);
          setDrag(null);
          if (!item || !tile) return;
          const ids = selectedIds.has(tile.id) ? selectedIds : new Set([tile.id]);
          editor.change((currentDesign) => moveTiles(currentDesign, ids, item.x - tile.x, item.y - tile.y));
        }}
        onResizeStart={() => {
          hasDragged.current = true;
        }}
        onResizeStop={(_layout, _oldItem, item) => {
          if (item)
            editor.change((currentDesign) => placeTile(currentDesign, Number(item.i), item, minSizeOf));
        }}
        onDrop={(_, item) => {
          if (item) onDropped({ x: item.x, y: item.y });
        }}
      >
        {tiles.map((tile) => {
          const { id, x, y, w, h } = tile;
          const isSelected = selectedIds.has(id);
          const isOverlapping = overlappingIds.has(id);
          const label = t('tilePlace', { title: titleOf(tile), x: x + 1, y: y + 1, w, h });
          return (
            // LiveTile is a sibling of the option, so that its texts are not part of the option's name.
            <div
              key={id}
              className="design-cell"
              data-raised={isSelected || undefined}
              style={makeDragStyle(id)}
            >
              <LiveTile
                tile={tile}
                widgets={widgets}
                variables={design.variables}
                scale={scale}
                textSizePx={design.theme.text}
              />
              <div
                className="design-tile"
                role="option"
                aria-selected={isSelected}
                aria-label={isOverlapping ? `${label} · ${t('tilesOverlapShort')}` : label}
                tabIndex={0}
                data-tile={id}
                data-overlaps={isOverlapping || undefined}
                onPointerDown={(event) => pressTile(event, id)}
                onPointerUp={(event) => releaseTile(event, id)}
              />
              {isOverlapping && (
                <span className="design-tile-problem" aria-hidden="true">
                  {t('tilesOverlapShort')}
                </span>
              )}
            </div>
          );
        })}
      </ReactGridLayout>
    </div>
  );
}
